import type { Tools } from "../../../base/sentence-tools.ts";
import type { SettingsTables } from "../tables.ts";

/** German: pages to sign in, the account, and the settings and the sharing of a website. */
export const tables = ({ plural, count, list }: Tools<"de">): SettingsTables => {
  const events = (number: number) =>
    plural(number, { one: "1 Ereignis", other: `${count(number)} Ereignisse` });

  const lastEvent = (event: {
    readonly page: string;
    readonly age: string;
    readonly country: string;
    readonly browser: string;
  }) =>
    [event.page, `vor ${event.age}`, event.country, event.browser]
      .filter((part) => part !== "")
      .join(", ");

  return {
    "link-pages": {
      invitation: {
        title: "Willkommen bei Footfall",
        hint: "Bitte Namen und Passwort wählen. Die Anmeldung folgt dann von selbst.",
        action: "Konto erstellen",
      },
      reset: {
        title: "Neues Passwort",
        hint: "Mit einem neuen Passwort enden alle anderen Sitzungen.",
        action: "Speichern und anmelden",
      },
      name: "Name",
      password: "Passwort",
      isMissing:
        "Diese Seite braucht den ganzen Link aus der Nachricht. Bitte den Link noch einmal öffnen.",
      isOver:
        "Dieser Link ist nicht mehr gültig. Jeder Link gilt einmal und für begrenzte Zeit. Ein Inhaber kann einen neuen erstellen.",
      signIn: "Anmelden",
    },
    gates: {
      signIn: "Anmelden",
      forgotten: "Passwort vergessen?",
      apiKey: "API-Schlüssel",
      apiKeyHint:
        "Der Schlüssel, den Footfall beim ersten Start angezeigt hat. Er steht auch in der Datei data/api-key.",
      email: "E-Mail-Adresse",
      password: "Passwort",
      sendLink: "Link senden",
      linkSent:
        "Falls diese Adresse zu einer Person gehört, ist ein Link für ein neues Passwort unterwegs. Kommt keiner an, kann ein Inhaber einen erstellen.",
      back: "Zurück zur Anmeldung",
      otherWays: "Andere Arten der Anmeldung",
      useKey: "API-Schlüssel verwenden",
      locked: "Diese Statistik ist durch ein Passwort geschützt.",
      unlock: "Statistik anzeigen",
    },
    account: {
      pages: "Seiten des Kontos",
      notFound: "Nicht gefunden",
      noPage: "An dieser Adresse gibt es keine Seite.",
      onlyOwners: "Nur Inhaber sehen diese Seite.",
      withKey: "Angemeldet mit einem API-Schlüssel",
      withKeyHint: "Name, Passwort und eine Liste von Sitzungen haben nur Personen.",
      withRootKeyHint:
        "Name, Passwort und eine Liste von Sitzungen haben nur Personen. Wer sie braucht, lädt sich selbst ein und meldet sich mit der E-Mail-Adresse an.",
      you: "Eigene Angaben",
      self: "Eigenes Konto",
      name: "Name",
      email: "E-Mail-Adresse",
      language: "Sprache",
      browserLanguage: "Wie im Browser",
      ownPassword: "Eigenes Passwort",
      password: "Passwort",
      currentPassword: "Aktuelles Passwort",
      newPassword: "Neues Passwort",
      changePassword: "Passwort ändern",
      passwordSaved: "Gespeichert. Die anderen Sitzungen sind beendet.",
      sessions: "Sitzungen",
      sessionsHint: "Die Browser mit einer bestehenden Anmeldung.",
      thisBrowser: "Dieser Browser",
      unknownBrowser: "Unbekannter Browser",
      browserOn: (browser, system) => `${browser} unter ${system}`,
      session: (from, seen) => `Angemeldet am ${from}, zuletzt aktiv am ${seen}`,
      end: "Beenden",
      endNamed: (browser) => `Sitzung in ${browser} beenden`,
      change: "Ändern",
      changeNamed: (name) => `${name} ändern`,
      delete: "Löschen",
      deleteNamed: (name) => `${name} löschen`,
      deleteTitle: (name) => `${name} löschen?`,
      done: "Fertig",
      websites: "Websites",
      unknownWebsite: (id) => `Website ${id}`,
      allWebsites: "Alle Websites",
      allAlsoLater: "Alle Websites, auch spätere",
      searchWebsites: "Websites suchen",
      people: {
        invite: "Einladen",
        none: "Noch niemand. Personen melden sich mit ihrer E-Mail-Adresse an und sehen die Websites, die für sie ausgewählt sind.",
        deleteHint: (email) =>
          `${email} kann sich nicht mehr anmelden, und alle Sitzungen enden. Websites und ihre Statistik bleiben.`,
        state: { invited: "Eingeladen", active: "", disabled: "Gesperrt" },
        seen: (day) => `Zuletzt aktiv am ${day}`,
        seenAt: (email, day) => `${email}, zuletzt aktiv am ${day}`,
        notSeen: "Noch nie aktiv",
        notSeenAt: (email) => `${email}, noch nie aktiv`,
        newLink: "Neuer Link",
        newLinkFor: (name) => `Neuer Link für ${name}`,
        reset: "Passwort zurücksetzen",
        resetFor: (name) => `Passwort zurücksetzen für ${name}`,
        enable: "Entsperren",
        enableNamed: (name) => `${name} entsperren`,
        disable: "Sperren",
        disableNamed: (name) => `${name} sperren`,
        optionalName: "Name (optional)",
        role: "Rolle",
        roles: {
          member: { label: "Mitglied", hint: "Sieht die ausgewählten Websites." },
          owner: { label: "Inhaber", hint: "Darf alles, auch Personen und Schlüssel verwalten." },
        },
      },
      grants: {
        onlyBelow: "Nur die folgenden",
        asAbove: "Wie oben",
        noAccess: "Kein Zugang",
        view: "Ansehen",
        edit: "Bearbeiten",
        everything: "Alle Websites, Personen und Schlüssel",
        none: "Noch keine Website",
        mayView: (website) => `${website} (ansehen)`,
        mayEdit: (website) => `${website} (bearbeiten)`,
        list: (grants) => list(grants, "and"),
      },
      link: {
        invitation: (email) => `Einladung für ${email}`,
        reset: (email) => `Link für ein neues Passwort für ${email}`,
        mailed: (email) =>
          `Dieser Link wurde an ${email} gesendet. Er lässt sich auch anders weitergeben.`,
        notMailed: "Es wurde keine E-Mail gesendet. Bitte diesen Link kopieren und selbst senden.",
        name: "Link",
        hint: (time) => `Er wird nur jetzt angezeigt, gilt einmal und bis ${time}.`,
      },
      keys: {
        make: "Schlüssel erstellen",
        makeAction: "Schlüssel erstellen",
        none: "Noch keine Schlüssel. Mit einem Schlüssel verwendet ein Programm die API mit den ausgewählten Rechten.",
        deleteHint: "Programme, die diesen Schlüssel verwenden, werden ab dann abgewiesen.",
        isOver: "Abgelaufen",
        noWebsite: "Es ist keine Website übrig, also kann er nichts tun.",
        websites: (domains) => list(domains, "and"),
        maker: {
          root: () => "Erstellt von einem API-Schlüssel des Servers",
          key: (name) => `Erstellt vom Schlüssel ${name}`,
          person: (name) => `Erstellt von ${name}`,
        },
        neverUsed: "Nie verwendet",
        lastUsed: (day) => `Zuletzt verwendet am ${day}`,
        expires: (time) => `Läuft ab am ${time}`,
        expired: (time) => `Abgelaufen am ${time}`,
        name: "Name",
        nameHint: "Wofür der Schlüssel ist.",
        rights: "Rechte",
        right: {
          read: { label: "Lesen", hint: "Statistik und Einstellungen." },
          write: { label: "Schreiben", hint: "Änderungen sowie alles aus Lesen und Erfassen." },
          collect: { label: "Erfassen", hint: "Sendet viele Ereignisse auf einmal." },
          operate: { label: "Betreiben", hint: "Liest die Messwerte des Servers." },
        },
        onlySome: "Nur einige",
        title: (name) => `Der Schlüssel ${name}`,
        once: "Bitte den Schlüssel jetzt kopieren. Er wird nur dieses eine Mal angezeigt, da Footfall ihn nicht speichert.",
        secretName: "Schlüssel",
      },
    },
    audit: {
      title: "Protokoll",
      changes: "Änderungen",
      hint: "Wer sich angemeldet hat, und wer Einstellungen, Personen, Schlüssel und Freigabelinks geändert hat. Die Tage gelten in UTC; Einträge bleiben 400 Tage erhalten.",
      none: "An diesen Tagen wurde nichts geändert.",
      from: "Von",
      to: "Bis",
      rootKey: "Ein API-Schlüssel des Servers",
      key: (name) => `Der Schlüssel ${name}`,
      nameless: "Jemand ohne Namen",
      sentences: {
        "sign-in": (who, browser) =>
          browser === "" ? `${who} hat sich angemeldet` : `${who} hat sich angemeldet, ${browser}`,
        "person.invite": (who, name) => `${who} hat ${name} eingeladen`,
        "person.sign-up": (who) => `${who} hat sich zum ersten Mal mit dem Firmenkonto angemeldet`,
        "person.link": (who, name) => `${who} hat einen Link für ${name} erstellt`,
        "person.update": (who, name) => `${who} hat ${name} geändert`,
        "person.delete": (who, name) => `${who} hat ${name} gelöscht`,
        "key.create": (who, name) => `${who} hat den Schlüssel ${name} erstellt`,
        "key.update": (who, name) => `${who} hat den Schlüssel ${name} geändert`,
        "key.delete": (who, name) => `${who} hat den Schlüssel ${name} gelöscht`,
        "website.create": (who, _name, website) => `${who} hat die Website ${website} hinzugefügt`,
        "website.update": (who, _name, website) => `${who} hat die Website ${website} geändert`,
        "website.delete": (who, _name, website) => `${who} hat die Website ${website} gelöscht`,
        "goal.create": (who, name, website) =>
          `${who} hat das Ziel ${name} von ${website} hinzugefügt`,
        "goal.update": (who, name, website) =>
          `${who} hat das Ziel ${name} von ${website} geändert`,
        "goal.delete": (who, name, website) =>
          `${who} hat das Ziel ${name} von ${website} gelöscht`,
        "funnel.create": (who, name, website) =>
          `${who} hat den Trichter ${name} von ${website} hinzugefügt`,
        "funnel.update": (who, name, website) =>
          `${who} hat den Trichter ${name} von ${website} geändert`,
        "funnel.delete": (who, name, website) =>
          `${who} hat den Trichter ${name} von ${website} gelöscht`,
        "segment.create": (who, name, website) =>
          `${who} hat das Segment ${name} von ${website} hinzugefügt`,
        "segment.update": (who, name, website) =>
          `${who} hat das Segment ${name} von ${website} geändert`,
        "segment.delete": (who, name, website) =>
          `${who} hat das Segment ${name} von ${website} gelöscht`,
        "annotation.create": (who, name, website) =>
          `${who} hat die Notiz „${name}“ zu ${website} hinzugefügt`,
        "annotation.update": (who, name, website) =>
          `${who} hat die Notiz „${name}“ zu ${website} geändert`,
        "annotation.delete": (who, name, website) =>
          `${who} hat die Notiz „${name}“ zu ${website} gelöscht`,
        "share.create": (who, name, website) =>
          `${who} hat den Freigabelink ${name} von ${website} erstellt`,
        "share.update": (who, name, website) =>
          `${who} hat den Freigabelink ${name} von ${website} geändert`,
        "share.delete": (who, name, website) =>
          `${who} hat den Freigabelink ${name} von ${website} gelöscht`,
        "alert.create": (who, name, website) =>
          `${who} hat die Warnung ${name} von ${website} hinzugefügt`,
        "alert.update": (who, name, website) =>
          `${who} hat die Warnung ${name} von ${website} geändert`,
        "alert.delete": (who, name, website) =>
          `${who} hat die Warnung ${name} von ${website} gelöscht`,
        "email_reports.update": (who, _name, website) =>
          website === ""
            ? `${who} hat die eigenen E-Mail-Berichte geändert`
            : `${who} hat die E-Mail-Berichte von ${website} geändert`,
        "webhook.create": (who, name) => `${who} hat den Webhook ${name} hinzugefügt`,
        "webhook.update": (who, name) => `${who} hat den Webhook ${name} geändert`,
        "webhook.delete": (who, name) => `${who} hat den Webhook ${name} gelöscht`,
        "import.create": (who, id, website) => `${who} hat Import ${id} für ${website} begonnen`,
        "import.undo": (who, id, website) =>
          `${who} hat Import ${id} für ${website} rückgängig gemacht`,
      },
      ownAccount: (who) => `${who} hat das eigene Konto geändert`,
      other: (who, kind) => `${who}: ${kind}`,
      otherNamed: (who, kind, name) => `${who}: ${kind}, ${name}`,
      numbered: (id) => `Nummer ${id}`,
      fields: {
        domain: "Domain",
        domain_unicode: "Domain, wie geschrieben",
        timezone: "Zeitzone",
        language: "Sprache",
        privacy: "Wer die Statistik sehen kann",
        password: "Passwort",
        has_password: "Hat ein Passwort",
        email: "E-Mail",
        exclude_bots: "Bots ausschließen",
        exclude_ips: "Ausgeschlossene Adressen",
        exclude_params: "Ausgeschlossene Abfrageparameter",
        favorited_at: "Favorit seit",
        name: "Name",
        role: "Rolle",
        state: "Zustand",
        grants: "Websites",
        sign_in: "Arten der Anmeldung",
        may: "Rechte",
        websites: "Websites",
        expires_at: "Läuft ab",
        segment_id: "Segment",
        reports: "Berichte",
        type: "Art des Ereignisses",
        value: "Seite oder Ereignis",
        props: "Eigenschaften",
        within: "Zeitgrenze",
        steps: "Schritte",
        filters: "Filter",
        public: "Für Betrachter sichtbar",
        date: "Tag",
        time: "Uhrzeit",
        text: "Text",
        when: "Regel",
        hours: "Stunden",
        pause_minutes: "Mindestabstand zweier Nachrichten in Minuten",
        to: "Empfänger",
        enabled: "Eingeschaltet",
        day: "Jeden Tag",
        week: "Jede Woche",
        month: "Jeden Monat",
        send_at: "Gesendet um",
        url: "Adresse",
        format: "Format",
        secret: "Geheimnis",
        has_secret: "Hat ein Geheimnis",
        events: "Ereignisse",
        failed_at: "Ausgeschaltet wegen Fehlern",
      },
      changed: (field) => `${field}: geändert`,
      change: (field, before, after) => `${field}: ${before} → ${after}`,
      nothing: "nichts",
      yes: "ja",
      no: "nein",
      all: "alle",
      privacy: ["öffentlich", "privat", "mit Passwort"],
      list: (texts) => list(texts, "and"),
    },
    sharing: {
      access: "Zugang",
      who: "Wer die Statistik sehen kann",
      privacy: {
        private: {
          label: "Privat",
          hint: "Nur Personen, die sich anmelden und diese Website sehen dürfen.",
        },
        password: {
          label: "Passwort",
          hint: "Alle mit dem Passwort können sie an der Adresse der Seite sehen, auch den Umsatz.",
        },
        public: {
          label: "Öffentlich",
          hint: "Alle können sie sehen, auch den Umsatz. Mit Filtern ließe sich herausfinden, was ein einzelner Besucher an einem Tag getan hat.",
        },
      },
      password: "Passwort",
      newPassword: "Neues Passwort",
      keepPassword: "Leer lassen, um das aktuelle Passwort zu behalten.",
      save: "Speichern",
      saved: "Gespeichert.",
      notSaved: "Nicht gespeichert. Die Fehler stehen oben.",
      addressName: "Adresse der Seite",
      openAsViewer: "Als Betrachter öffnen",
      embed: "Einbetten",
      embedHint: "Dort einfügen, wo die Statistik erscheinen soll.",
      embedName: "Code zum Einbetten",
      frameTitle: (domain) => `Statistik von ${domain}`,
      ancestors: (domain) =>
        `Die Einstellung FRAME_ANCESTORS des Servers muss die Adresse jener Seite enthalten. Für Seiten von ${domain} ist das:`,
      ancestorsName: "Einstellung",
      embedNotPublic:
        "Andere Seiten können die Statistik einer öffentlichen Website einbetten. Diese ist nicht öffentlich.",
      links: "Freigabelinks",
      linksHint:
        "Wer einen Link hat, sieht die Statistik, unabhängig von der Auswahl oben. Ein Segment oder eine Auswahl von Berichten begrenzt, was der Link zeigt.",
      make: "Link erstellen",
      makeDone: "Link erstellen",
      change: (name) => `${name} ändern`,
      deleteTitle: (name) => `${name} löschen?`,
      deleteHint:
        "Der Link zeigt dann nichts mehr. Er lässt sich nicht wiederherstellen; ein neuer Link hat eine andere Adresse.",
      neverUsed: "Nie verwendet",
      lastUsed: (day) => `Zuletzt verwendet am ${day}`,
      withExpiry: (used, time, isOver) =>
        isOver ? `${used}, abgelaufen am ${time}` : `${used}, läuft ab am ${time}`,
      hasPassword: "Passwort",
      isOver: "Abgelaufen",
      openByLink: (name) => `Als Betrachter öffnen über den Link ${name}`,
      linkName: (name) => `Link ${name}`,
      unnamedSegment: (id) => `Segment ${id}`,
      ofSegment: (reports, segment) => `${reports}, aus dem Segment ${segment}`,
      name: "Name",
      nameHint: "Nur intern sichtbar: für wen der Link ist.",
      segment: "Segment",
      segmentHint: "Mit einem Segment zeigt der Link nur dessen Besucher.",
      everybody: "Alle Besucher",
      reports: "Berichte",
      allReports: "Alle Berichte",
      someReports: "Nur einige",
      optionalPassword: "Passwort (optional)",
      optionalNewPassword: "Neues Passwort (optional)",
      removePassword: "Passwort entfernen",
      language: "Mit ?lang=de am Ende der Adresse öffnet sich die Seite auf Deutsch.",
    },
    tracking: {
      code: "Trackingcode",
      codeName: "Trackingcode",
      platforms: "Womit die Website erstellt ist",
      platform: {
        html: "HTML",
        wordpress: "WordPress",
        shopify: "Shopify",
        gtm: "Google Tag Manager",
        next: "Next.js",
      },
      howTo: {
        html: "Diese Zeile auf jeder Seite vor </head> einfügen.",
        wordpress:
          "Diese Zeile in den Header aller Seiten einfügen. Das kann ein Plugin: In WPCode enthält das Menü Code Snippets den Punkt Header & Footer, und dessen erstes Feld ist der Header.",
        shopify:
          "Unter Online Store, Themes den Punkt Edit code wählen und diese Zeile in layout/theme.liquid vor </head> einfügen. Der Checkout gehört nicht zum Theme und wird deshalb nicht gezählt.",
        gtm: "Ein Tag vom Typ Custom HTML mit diesem Text und dem Trigger All Pages anlegen und den Container veröffentlichen. Besucher ohne Google Tag Manager, etwa solche, die ihn blockieren, werden nicht gezählt.",
        next: "Dieses Element in den <body> von app/layout.tsx einfügen, mit der Importzeile darüber. Seitenwechsel werden von selbst gezählt.",
      },
      noCookies: "Er setzt keine Cookies.",
      outbound: "Klicks auf Links zu anderen Websites zählen",
      downloads: "Downloads von Dateien zählen",
      local: (domain) =>
        `data-local steht dort, weil ${domain} ein lokaler Name ist, den der Tracker sonst ignoriert.`,
      warning: (origin) =>
        `Die Zeile enthält die Adresse, an der diese Seite geöffnet ist: ${origin}. Besucher müssen Footfall an einer öffentlichen https-Adresse erreichen: Eine Seite mit https sendet nichts an eine Adresse mit http. Bitte das Dashboard an der öffentlichen Adresse öffnen oder BASE_URL auf sie setzen.`,
      firstVisit: "Erster Besuch",
      waiting: (domain) => `Warten auf den ersten Besuch von ${domain} …`,
      localHint:
        "Seiten auf dem eigenen Computer, etwa localhost, werden nur gezählt, wenn die Zeile data-local enthält.",
      waitingHint: (domain) =>
        `Den Trackingcode in die Seiten einfügen und eine davon öffnen. Diese Seite zeigt den Besuch innerhalb von fünf Sekunden und danach die Statistik von ${domain}.`,
      works: (event) => `Es funktioniert: ${lastEvent(event)}`,
      worksBriefly: "Es funktioniert: Der erste Besuch ist gezählt.",
      close: "Schließen",
      notCounted: "Angekommen, aber nicht gezählt",
      otherHost: (number, host) => `${events(number)} von ${host}, einer anderen Website`,
      bot: (number, name) => {
        const bots = plural(number, { one: "1 Bot", other: `${count(number)} Bots` });
        return name === "" ? bots : `${bots}: ${name}`;
      },
      excluded: (number) =>
        plural(number, {
          one: "1 Ereignis von einer ausgeschlossenen Adresse",
          other: `${count(number)} Ereignisse von ausgeschlossenen Adressen`,
        }),
      unknown: (number, domain) => `${events(number)} von ${domain}, das es hier nicht gibt`,
      check: "Zählung prüfen",
      lead: (domain) => `Ob die Ereignisse von ${domain} ankommen, und welche davon nicht zählen.`,
      settings: "Ändern, was zählt",
      last: (event) => `Letztes Ereignis: ${lastEvent(event)}`,
      noLast: "Seit gestern wurde kein Ereignis gezählt.",
      since: "Seit gestern nicht gezählt",
      nothingSince: "Alles, was seit gestern ankam, wurde gezählt.",
      days: "Ereignisse nach Tag",
      day: "Tag",
      columns: {
        accepted: {
          label: "Gezählt",
          meaning: "Seitenaufrufe, eigene Ereignisse und Interaktionsereignisse.",
        },
        bot: {
          label: "Nicht gezählt: Bots",
          meaning: "Der Browser gibt an, dass er ein Bot ist.",
        },
        ip: {
          label: "Ausgeschlossene Adressen",
          meaning: "Nicht gezählt: Die Einstellungen schließen die Adresse aus.",
        },
        hostname: {
          label: "Andere Websites",
          meaning: "Nicht gezählt: Die Seite gehört zu einer anderen Domain.",
        },
      },
      seconds: (number) => `${count(number)} s`,
      minutes: (number) => `${count(number)} min`,
      hours: (number) => `${count(number)} h`,
    },
    settings: {
      add: "Website hinzufügen",
      domain: "Domain",
      domainHint:
        "Zum Beispiel example.com, ohne Port und Pfad. Subdomains gehören dazu. Die Domain lässt sich später nicht ändern.",
      open: "Öffnen",
      openNamed: (domain) => `${domain} öffnen`,
      timezone: "Zeitzone",
      timezoneNew: "Tage beginnen dort um Mitternacht. Suche nach Stadt oder Land.",
      timezoneChange:
        "Tage beginnen dort um Mitternacht. Tage vor einer Änderung behalten ihre Zahlen.",
      timezoneOffset: (offset) => `Jetzt ${offset}.`,
      timezoneOption: (city, country) => (country === "" ? city : `${city}, ${country}`),
      timezonesFound: (number) =>
        number === 0 ? "Keine Zeitzone gefunden." : `Gefundene Zeitzonen: ${count(number)}.`,
      timezoneNone:
        "Keine Stadt und kein Land beginnt so. Der Name jeder IANA-Zeitzone lässt sich eingeben.",
      counting: "Was gezählt wird",
      aliases: "Aliasse",
      aliasesHint:
        "Alte Domains und IDs, die die Website in anderen Produkten hat: höchstens 20, eine pro Zeile. Tracker, die sie verwenden, funktionieren, und Seiten auf diesen Domains zählen.",
      bots: "Bots ausschließen",
      botsHint: "Bots werden am Namen ihres Browsers erkannt.",
      addresses: "Ausgeschlossene Adressen",
      addressesHint:
        "Besuche von diesen IP-Adressen und Bereichen zählen nicht. Eine Adresse oder ein Bereich pro Zeile.",
      yours: (ip) => `Die eigene Adresse ist ${ip}`,
      yoursIsThere: (ip, isSaved) =>
        isSaved
          ? `Die eigene Adresse ${ip} ist ausgeschlossen.`
          : `Die eigene Adresse ${ip} ist nach dem Speichern ausgeschlossen.`,
      addYours: "Hinzufügen",
      addYoursNamed: (ip) => `${ip} hinzufügen`,
      dropParams: "Entfernen, was in Adressen auf das „?“ folgt",
      dropParamsHint:
        "Kampagnen und Klick-IDs werden trotzdem erkannt. Geheimnisse und E-Mail-Adressen werden nie gespeichert.",
      params: "Nur diese Parameter entfernen",
      paramsHint: "Einer pro Zeile. Ein * am Ende steht für jede Endung.",
      language: "Sprache der E-Mails",
      languageHint: "E-Mail-Berichte, Warnungen und was Webhooks Menschen mitteilen.",
      notifications: {
        title: "E-Mail-Berichte und Warnungen",
        hint: "Wöchentliche oder monatliche E-Mails und Nachrichten, wenn etwas Ungewöhnliches geschieht.",
        open: "Benachrichtigungen einrichten",
      },
      moving: {
        title: "Import und Export",
        hint: "Bisherige Daten aus einem anderen Produkt importieren oder die eigenen Ereignisse exportieren.",
        open: "Import und Export",
      },
      remove: "Löschen",
      removeHint: (domain) => `Löscht ${domain} und die ganze Statistik endgültig.`,
      removeOpen: "Website löschen …",
      removeTitle: (domain) => `${domain} löschen?`,
      removeWarning:
        "Die Website und ihre ganze Statistik werden gelöscht. Das lässt sich nicht rückgängig machen.",
      removeConfirm: (domain) => `Zur Bestätigung ${domain} eingeben`,
      removeCancel: "Abbrechen",
      removeFinally: "Endgültig löschen",
      mayNotWrite: "Diese Website lässt sich ansehen. Zum Ändern fehlt die Berechtigung.",
      save: "Speichern",
      saved: "Gespeichert.",
      savedCounting: "Gespeichert. Die Regeln für das Zählen gelten ab jetzt.",
      notSaved: "Nicht gespeichert. Die Fehler stehen oben.",
    },
  };
};
