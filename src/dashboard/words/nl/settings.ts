import type { Tools } from "../../../base/sentence-tools.ts";
import type { SettingsTables } from "../tables.ts";

/** Dutch: pages to sign in, the account, and the settings and the sharing of a website. */
export const tables = ({ plural, count, list }: Tools<"nl">): SettingsTables => {
  const events = (number: number) =>
    plural(number, { one: "1 gebeurtenis", other: `${count(number)} gebeurtenissen` });

  const lastEvent = (event: {
    readonly page: string;
    readonly age: string;
    readonly country: string;
    readonly browser: string;
  }) =>
    [event.page, `${event.age} geleden`, event.country, event.browser]
      .filter((part) => part !== "")
      .join(", ");

  return {
    "link-pages": {
      invitation: {
        title: "Welkom bij Footfall",
        hint: "Kies een naam en een wachtwoord. Daarna ben je meteen ingelogd.",
        action: "Account aanmaken",
      },
      reset: {
        title: "Nieuw wachtwoord",
        hint: "Met een nieuw wachtwoord word je overal elders uitgelogd.",
        action: "Opslaan en inloggen",
      },
      name: "Je naam",
      password: "Wachtwoord",
      isMissing:
        "Voor deze pagina is de volledige link nodig die je hebt gekregen. Open de link opnieuw.",
      isOver:
        "Deze link is niet meer geldig. Elke link werkt één keer en is beperkt geldig. Vraag een eigenaar om een nieuwe.",
      signIn: "Inloggen",
    },
    gates: {
      signIn: "Inloggen",
      forgotten: "Wachtwoord vergeten?",
      apiKey: "API-sleutel",
      apiKeyHint:
        "De sleutel die Footfall bij de eerste start toonde. Hij staat ook in het bestand data/api-key.",
      email: "E-mailadres",
      password: "Wachtwoord",
      sendLink: "Link sturen",
      linkSent:
        "Als er een account met dit adres bestaat, is er een link voor een nieuw wachtwoord onderweg. Komt die niet aan, vraag dan een eigenaar om een link.",
      back: "Terug naar inloggen",
      otherWays: "Andere manieren om in te loggen",
      useKey: "API-sleutel gebruiken",
      locked: "Deze statistieken zijn beveiligd met een wachtwoord.",
      unlock: "Statistieken tonen",
    },
    account: {
      pages: "Pagina’s van het account",
      notFound: "Niet gevonden",
      noPage: "Op dit adres staat geen pagina.",
      onlyOwners: "Alleen eigenaren kunnen deze pagina zien.",
      withKey: "Ingelogd met een API-sleutel",
      withKeyHint: "Alleen personen hebben een naam, een wachtwoord en een lijst van sessies.",
      withRootKeyHint:
        "Alleen personen hebben een naam, een wachtwoord en een lijst van sessies. Nodig jezelf uit en log in met je e-mailadres.",
      you: "Je gegevens",
      self: "Jij",
      name: "Naam",
      email: "E-mailadres",
      language: "Taal",
      browserLanguage: "Taal van de browser",
      ownPassword: "Je wachtwoord",
      password: "Wachtwoord",
      currentPassword: "Huidig wachtwoord",
      newPassword: "Nieuw wachtwoord",
      changePassword: "Wachtwoord wijzigen",
      passwordSaved: "Opgeslagen. Je andere sessies zijn beëindigd.",
      sessions: "Sessies",
      sessionsHint: "De browsers waarin je bent ingelogd.",
      thisBrowser: "Deze browser",
      unknownBrowser: "Onbekende browser",
      browserOn: (browser, system) => `${browser} op ${system}`,
      session: (from, seen) => `Ingelogd op ${from}, laatst actief op ${seen}`,
      end: "Beëindigen",
      endNamed: (browser) => `Sessie in ${browser} beëindigen`,
      change: "Wijzigen",
      changeNamed: (name) => `${name} wijzigen`,
      delete: "Verwijderen",
      deleteNamed: (name) => `${name} verwijderen`,
      deleteTitle: (name) => `${name} verwijderen?`,
      done: "Klaar",
      websites: "Websites",
      unknownWebsite: (id) => `website ${id}`,
      allWebsites: "Alle websites",
      allAlsoLater: "Alle websites, ook toekomstige",
      searchWebsites: "Websites zoeken",
      people: {
        invite: "Uitnodigen",
        none: "Nog niemand. Personen loggen in met hun e-mailadres en zien de websites die je kiest.",
        deleteHint: (email) =>
          `${email} kan niet meer inloggen, en alle sessies worden beëindigd. Websites en hun statistieken blijven.`,
        state: { invited: "Uitgenodigd", active: "", disabled: "Geblokkeerd" },
        seen: (day) => `Laatst actief op ${day}`,
        seenAt: (email, day) => `${email}, laatst actief op ${day}`,
        notSeen: "Nog niet actief geweest",
        notSeenAt: (email) => `${email}, nog niet actief geweest`,
        newLink: "Nieuwe link",
        newLinkFor: (name) => `Nieuwe link voor ${name}`,
        reset: "Wachtwoord resetten",
        resetFor: (name) => `Wachtwoord resetten voor ${name}`,
        enable: "Deblokkeren",
        enableNamed: (name) => `${name} deblokkeren`,
        disable: "Blokkeren",
        disableNamed: (name) => `${name} blokkeren`,
        optionalName: "Naam (optioneel)",
        role: "Rol",
        roles: {
          member: { label: "Lid", hint: "Ziet de websites die je kiest." },
          owner: { label: "Eigenaar", hint: "Mag alles, ook personen en sleutels beheren." },
        },
      },
      grants: {
        onlyBelow: "Alleen hieronder",
        asAbove: "Zoals hierboven",
        noAccess: "Geen toegang",
        view: "Bekijken",
        edit: "Bewerken",
        everything: "Alle websites, personen en sleutels",
        none: "Nog geen website",
        mayView: (website) => `${website} (bekijken)`,
        mayEdit: (website) => `${website} (bewerken)`,
        list: (grants) => list(grants, "and"),
      },
      link: {
        invitation: (email) => `Uitnodiging voor ${email}`,
        reset: (email) => `Link voor een nieuw wachtwoord voor ${email}`,
        mailed: (email) => `Deze link is naar ${email} gemaild. Je kunt hem ook zelf sturen.`,
        notMailed: "Er is geen e-mail verstuurd. Kopieer deze link en stuur hem zelf.",
        name: "de link",
        hint: (time) => `Hij wordt alleen nu getoond, werkt één keer en is geldig tot ${time}.`,
      },
      keys: {
        make: "Sleutel aanmaken",
        makeAction: "Sleutel aanmaken",
        none: "Nog geen sleutels. Met een sleutel kan een programma de API gebruiken, met de rechten die je kiest.",
        deleteHint: "Programma’s die deze sleutel gebruiken, worden vanaf dan geweigerd.",
        isOver: "Verlopen",
        noWebsite: "Er is geen website over, dus met deze sleutel is niets mogelijk.",
        websites: (domains) => list(domains, "and"),
        maker: {
          root: () => "Aangemaakt door een API-sleutel van de server",
          key: (name) => `Aangemaakt door de sleutel ${name}`,
          person: (name) => `Aangemaakt door ${name}`,
        },
        neverUsed: "Nooit gebruikt",
        lastUsed: (day) => `Laatst gebruikt op ${day}`,
        expires: (time) => `Verloopt op ${time}`,
        expired: (time) => `Verlopen op ${time}`,
        name: "Naam",
        nameHint: "Waar de sleutel voor is.",
        rights: "Rechten",
        right: {
          read: { label: "Lezen", hint: "Statistieken en instellingen." },
          write: {
            label: "Schrijven",
            hint: "Wijzigingen, en alles wat bij lezen en verzamelen hoort.",
          },
          collect: { label: "Verzamelen", hint: "Stuurt veel gebeurtenissen tegelijk." },
          operate: { label: "Monitoren", hint: "Leest de meetwaarden van de server." },
        },
        onlySome: "Alleen bepaalde",
        title: (name) => `De sleutel ${name}`,
        once: "Kopieer de sleutel nu. Hij wordt alleen deze ene keer getoond, want Footfall slaat hem niet op.",
        secretName: "de sleutel",
      },
    },
    audit: {
      title: "Logboek",
      changes: "Wijzigingen",
      hint: "Wie er heeft ingelogd, en wie instellingen, personen, sleutels en gedeelde links heeft gewijzigd. De dagen zijn die van UTC; regels blijven 400 dagen bewaard.",
      none: "Op deze dagen is niets gewijzigd.",
      from: "Van",
      to: "Tot en met",
      rootKey: "Een API-sleutel van de server",
      key: (name) => `De sleutel ${name}`,
      nameless: "Iemand zonder naam",
      sentences: {
        "sign-in": (who, browser) =>
          browser === "" ? `${who} heeft ingelogd` : `${who} heeft ingelogd, ${browser}`,
        "person.invite": (who, name) => `${who} heeft ${name} uitgenodigd`,
        "person.sign-up": (who) => `${who} heeft voor het eerst ingelogd met het bedrijfsaccount`,
        "person.link": (who, name) => `${who} heeft een link voor ${name} gemaakt`,
        "person.update": (who, name) => `${who} heeft ${name} gewijzigd`,
        "person.delete": (who, name) => `${who} heeft ${name} verwijderd`,
        "key.create": (who, name) => `${who} heeft de sleutel ${name} aangemaakt`,
        "key.update": (who, name) => `${who} heeft de sleutel ${name} gewijzigd`,
        "key.delete": (who, name) => `${who} heeft de sleutel ${name} verwijderd`,
        "website.create": (who, _name, website) => `${who} heeft de website ${website} toegevoegd`,
        "website.update": (who, _name, website) => `${who} heeft de website ${website} gewijzigd`,
        "website.delete": (who, _name, website) => `${who} heeft de website ${website} verwijderd`,
        "goal.create": (who, name, website) =>
          `${who} heeft het doel ${name} van ${website} toegevoegd`,
        "goal.update": (who, name, website) =>
          `${who} heeft het doel ${name} van ${website} gewijzigd`,
        "goal.delete": (who, name, website) =>
          `${who} heeft het doel ${name} van ${website} verwijderd`,
        "funnel.create": (who, name, website) =>
          `${who} heeft de funnel ${name} van ${website} toegevoegd`,
        "funnel.update": (who, name, website) =>
          `${who} heeft de funnel ${name} van ${website} gewijzigd`,
        "funnel.delete": (who, name, website) =>
          `${who} heeft de funnel ${name} van ${website} verwijderd`,
        "segment.create": (who, name, website) =>
          `${who} heeft het segment ${name} van ${website} toegevoegd`,
        "segment.update": (who, name, website) =>
          `${who} heeft het segment ${name} van ${website} gewijzigd`,
        "segment.delete": (who, name, website) =>
          `${who} heeft het segment ${name} van ${website} verwijderd`,
        "annotation.create": (who, name, website) =>
          `${who} heeft de notitie “${name}” bij ${website} toegevoegd`,
        "annotation.update": (who, name, website) =>
          `${who} heeft de notitie “${name}” bij ${website} gewijzigd`,
        "annotation.delete": (who, name, website) =>
          `${who} heeft de notitie “${name}” bij ${website} verwijderd`,
        "share.create": (who, name, website) =>
          `${who} heeft de gedeelde link ${name} van ${website} gemaakt`,
        "share.update": (who, name, website) =>
          `${who} heeft de gedeelde link ${name} van ${website} gewijzigd`,
        "share.delete": (who, name, website) =>
          `${who} heeft de gedeelde link ${name} van ${website} verwijderd`,
        "alert.create": (who, name, website) =>
          `${who} heeft de waarschuwing ${name} van ${website} toegevoegd`,
        "alert.update": (who, name, website) =>
          `${who} heeft de waarschuwing ${name} van ${website} gewijzigd`,
        "alert.delete": (who, name, website) =>
          `${who} heeft de waarschuwing ${name} van ${website} verwijderd`,
        "email_reports.update": (who, _name, website) =>
          website === ""
            ? `${who} heeft de eigen e-mailrapporten gewijzigd`
            : `${who} heeft de e-mailrapporten van ${website} gewijzigd`,
        "webhook.create": (who, name) => `${who} heeft de webhook ${name} toegevoegd`,
        "webhook.update": (who, name) => `${who} heeft de webhook ${name} gewijzigd`,
        "webhook.delete": (who, name) => `${who} heeft de webhook ${name} verwijderd`,
        "import.create": (who, id, website) => `${who} heeft import ${id} van ${website} gestart`,
        "import.undo": (who, id, website) =>
          `${who} heeft import ${id} van ${website} ongedaan gemaakt`,
      },
      ownAccount: (who) => `${who} heeft het eigen account gewijzigd`,
      other: (who, kind) => `${who}: ${kind}`,
      otherNamed: (who, kind, name) => `${who}: ${kind}, ${name}`,
      numbered: (id) => `nummer ${id}`,
      fields: {
        domain: "Domein",
        domain_unicode: "Domein zoals geschreven",
        timezone: "Tijdzone",
        language: "Taal",
        privacy: "Wie de statistieken kan zien",
        password: "Wachtwoord",
        has_password: "Heeft een wachtwoord",
        email: "E-mail",
        exclude_bots: "Bots uitsluiten",
        exclude_ips: "Uitgesloten adressen",
        exclude_params: "Uitgesloten queryparameters",
        favorited_at: "Favoriet sinds",
        name: "Naam",
        role: "Rol",
        state: "Status",
        grants: "Websites",
        sign_in: "Manieren om in te loggen",
        may: "Rechten",
        websites: "Websites",
        expires_at: "Verloopt",
        segment_id: "Segment",
        reports: "Rapporten",
        type: "Soort gebeurtenis",
        value: "Pagina of gebeurtenis",
        props: "Eigenschappen",
        within: "Tijdslimiet",
        steps: "Stappen",
        filters: "Filters",
        public: "Zichtbaar voor kijkers",
        date: "Dag",
        time: "Tijd",
        text: "Tekst",
        when: "Regel",
        hours: "Uren",
        pause_minutes: "Minimumaantal minuten tussen twee berichten",
        to: "Ontvangers",
        enabled: "Aan",
        day: "Elke dag",
        week: "Elke week",
        month: "Elke maand",
        send_at: "Verzendtijd",
        url: "Adres",
        format: "Formaat",
        secret: "Geheim",
        has_secret: "Heeft een geheim",
        events: "Gebeurtenissen",
        failed_at: "Uitgeschakeld door fouten",
      },
      changed: (field) => `${field}: gewijzigd`,
      change: (field, before, after) => `${field}: ${before} → ${after}`,
      nothing: "geen",
      yes: "ja",
      no: "nee",
      all: "alle",
      privacy: ["openbaar", "privé", "met een wachtwoord"],
      list: (texts) => list(texts, "and"),
    },
    sharing: {
      access: "Toegang",
      who: "Wie de statistieken kan zien",
      privacy: {
        private: {
          label: "Privé",
          hint: "Alleen personen die inloggen en deze website mogen zien.",
        },
        password: {
          label: "Wachtwoord",
          hint: "Iedereen met het wachtwoord kan ze zien op het adres van de pagina, ook de omzet.",
        },
        public: {
          label: "Openbaar",
          hint: "Iedereen kan ze zien, ook de omzet. Met filters zou iemand kunnen nagaan wat één bezoeker die dag heeft gedaan.",
        },
      },
      password: "Wachtwoord",
      newPassword: "Nieuw wachtwoord",
      keepPassword: "Laat leeg om het huidige wachtwoord te behouden.",
      save: "Opslaan",
      saved: "Opgeslagen.",
      notSaved: "Niet opgeslagen. Zie de fouten hierboven.",
      addressName: "het adres van de pagina",
      openAsViewer: "Openen als kijker",
      embed: "Insluiten",
      embedHint: "Plak deze code op de plek waar de statistieken moeten verschijnen.",
      embedName: "de insluitcode",
      frameTitle: (domain) => `Statistieken van ${domain}`,
      ancestors: (domain) =>
        `De instelling FRAME_ANCESTORS van de server moet het adres van die pagina bevatten. Voor pagina’s van ${domain} is dat:`,
      ancestorsName: "de instelling",
      embedNotPublic:
        "Andere pagina’s kunnen alleen openbare statistieken insluiten. Deze zijn niet openbaar.",
      links: "Gedeelde links",
      linksHint:
        "Wie een link heeft, ziet de statistieken, wat hierboven ook is gekozen. Een segment of een keuze van rapporten beperkt wat de link toont.",
      make: "Link maken",
      makeDone: "Link maken",
      change: (name) => `${name} wijzigen`,
      deleteTitle: (name) => `${name} verwijderen?`,
      deleteHint:
        "De link toont vanaf dan niets meer. Hij kan niet worden hersteld; een nieuwe link heeft een ander adres.",
      neverUsed: "Nooit gebruikt",
      lastUsed: (day) => `Laatst gebruikt op ${day}`,
      withExpiry: (used, time, isOver) =>
        isOver ? `${used}, verlopen op ${time}` : `${used}, verloopt op ${time}`,
      hasPassword: "Wachtwoord",
      isOver: "Verlopen",
      openByLink: (name) => `Openen als kijker via de link ${name}`,
      linkName: (name) => `de link ${name}`,
      unnamedSegment: (id) => `segment ${id}`,
      ofSegment: (reports, segment) => `${reports}, van het segment ${segment}`,
      name: "Naam",
      nameHint: "Voor wie de link is. Wie de link gebruikt, ziet deze naam niet.",
      segment: "Segment",
      segmentHint: "Met een segment toont de link alleen die bezoekers.",
      everybody: "Alle bezoekers",
      reports: "Rapporten",
      allReports: "Alle rapporten",
      someReports: "Alleen bepaalde",
      optionalPassword: "Wachtwoord (optioneel)",
      optionalNewPassword: "Nieuw wachtwoord (optioneel)",
      removePassword: "Wachtwoord verwijderen",
      language: "Met ?lang=nl aan het eind opent het adres de pagina in het Nederlands.",
    },
    tracking: {
      code: "Trackingcode",
      codeName: "de trackingcode",
      platforms: "Platform van de website",
      platform: {
        html: "HTML",
        wordpress: "WordPress",
        shopify: "Shopify",
        gtm: "Google Tag Manager",
        next: "Next.js",
      },
      howTo: {
        html: "Plak deze regel op elke pagina vóór </head>.",
        wordpress:
          "Plak deze regel in de header van alle pagina’s. Dat kan met een plug-in: in WPCode staat in het menu Code Snippets het onderdeel Header & Footer, en het eerste veld daarvan is de header.",
        shopify:
          "Kies in Online Store, Themes de optie Edit code en plak deze regel vóór </head> in layout/theme.liquid. De checkout hoort niet bij het thema en wordt daarom niet geteld.",
        gtm: "Maak een tag van het type Custom HTML met deze tekst en de trigger All Pages, en publiceer de container. Bezoekers zonder Google Tag Manager, bijvoorbeeld omdat ze het blokkeren, worden niet geteld.",
        next: "Zet dit element in de <body> van app/layout.tsx, met de importregel erboven. Paginawissels worden vanzelf geteld.",
      },
      noCookies: "De code plaatst geen cookies.",
      outbound: "Klikken op links naar andere websites tellen",
      downloads: "Downloads van bestanden tellen",
      local: (domain) =>
        `data-local staat erbij omdat ${domain} een lokale naam is, die de tracker anders negeert.`,
      warning: (origin) =>
        `De regel bevat het adres waarop je deze pagina hebt geopend: ${origin}. Bezoekers moeten Footfall op een openbaar https-adres kunnen bereiken: een https-pagina stuurt niets naar een http-adres. Open het dashboard op dat adres, of stel BASE_URL daarop in.`,
      firstVisit: "Eerste bezoek",
      waiting: (domain) => `Wachten op het eerste bezoek aan ${domain} …`,
      localHint:
        "Pagina’s op je eigen computer, zoals localhost, worden alleen geteld als de regel data-local bevat.",
      waitingHint: (domain) =>
        `Zet de trackingcode op je pagina’s en open er een. Deze pagina toont het bezoek binnen vijf seconden, en daarna de statistieken van ${domain}.`,
      works: (event) => `Het werkt: ${lastEvent(event)}`,
      worksBriefly: "Het werkt: het eerste bezoek is geteld.",
      close: "Sluiten",
      notCounted: "Binnengekomen, maar niet geteld",
      otherHost: (number, host) => `${events(number)} van ${host}, een andere website`,
      bot: (number, name) => {
        const bots = plural(number, { one: "1 bot", other: `${count(number)} bots` });
        return name === "" ? bots : `${bots}: ${name}`;
      },
      excluded: (number) =>
        plural(number, {
          one: "1 gebeurtenis van een uitgesloten adres",
          other: `${count(number)} gebeurtenissen van uitgesloten adressen`,
        }),
      unknown: (number, domain) =>
        `${events(number)} van ${domain}, een website die hier niet staat`,
      check: "Trackingcontrole",
      lead: (domain) =>
        `Hier zie je of de gebeurtenissen van ${domain} binnenkomen, en welke niet meetellen.`,
      settings: "Telregels wijzigen",
      last: (event) => `Laatste gebeurtenis: ${lastEvent(event)}`,
      noLast: "Sinds gisteren is er geen gebeurtenis geteld.",
      since: "Niet geteld sinds gisteren",
      nothingSince: "Alles wat sinds gisteren is binnengekomen, is geteld.",
      days: "Gebeurtenissen per dag",
      day: "Dag",
      columns: {
        accepted: {
          label: "Geteld",
          meaning: "Paginaweergaven, aangepaste gebeurtenissen en betrokkenheidsgebeurtenissen.",
        },
        bot: { label: "Niet geteld: bots", meaning: "De browser zegt dat hij een bot is." },
        ip: {
          label: "Uitgesloten adressen",
          meaning: "Niet geteld: de instellingen sluiten het adres uit.",
        },
        hostname: {
          label: "Andere websites",
          meaning: "Niet geteld: de pagina staat op een ander domein.",
        },
      },
      seconds: (number) => `${count(number)} s`,
      minutes: (number) => `${count(number)} min`,
      hours: (number) => `${count(number)} u`,
    },
    settings: {
      add: "Website toevoegen",
      domain: "Domein",
      domainHint:
        "Bijvoorbeeld example.com, zonder poort of pad. Subdomeinen horen erbij. Het domein kan later niet worden gewijzigd.",
      open: "Openen",
      openNamed: (domain) => `${domain} openen`,
      timezone: "Tijdzone",
      timezoneNew: "Dagen beginnen om middernacht in deze tijdzone. Zoek op stad of land.",
      timezoneChange:
        "Dagen beginnen om middernacht in deze tijdzone. Dagen vóór een wijziging behouden hun cijfers.",
      timezoneOffset: (offset) => `Nu ${offset}.`,
      timezoneOption: (city, country) => (country === "" ? city : `${city}, ${country}`),
      timezonesFound: (number) =>
        number === 0 ? "Geen tijdzone gevonden." : `Gevonden tijdzones: ${count(number)}.`,
      timezoneNone: "Geen stad of land begint zo. Je kunt de naam van elke IANA-tijdzone typen.",
      counting: "Wat wordt geteld",
      aliases: "Aliassen",
      aliasesHint:
        "Oude domeinen en id’s die de website in andere producten heeft: maximaal 20, één per regel. Trackers die ze gebruiken, werken, en pagina’s op deze domeinen tellen mee.",
      bots: "Bots uitsluiten",
      botsHint: "Bots worden herkend aan de naam van hun browser.",
      addresses: "Uitgesloten adressen",
      addressesHint:
        "Bezoeken vanaf deze IP-adressen en IP-bereiken tellen niet mee. Eén adres of bereik per regel.",
      yours: (ip) => `Jouw adres is ${ip}`,
      yoursIsThere: (ip, isSaved) =>
        isSaved
          ? `Jouw adres, ${ip}, is uitgesloten.`
          : `Jouw adres, ${ip}, is na het opslaan uitgesloten.`,
      addYours: "Toevoegen",
      addYoursNamed: (ip) => `${ip} toevoegen`,
      dropParams: "Alles na het “?” uit adressen verwijderen",
      dropParamsHint:
        "Campagnes en klik-id’s worden nog steeds herkend. Geheimen en e-mailadressen worden nooit opgeslagen.",
      params: "Alleen deze parameters verwijderen",
      paramsHint: "Eén per regel. Een * aan het eind staat voor willekeurige tekst.",
      language: "Taal van e-mails",
      languageHint: "E-mailrapporten, waarschuwingen en wat webhooks aan mensen melden.",
      notifications: {
        title: "E-mailrapporten en waarschuwingen",
        hint: "E-mails per week of maand, en berichten als er iets ongewoons gebeurt.",
        open: "Rapporten en waarschuwingen instellen",
      },
      moving: {
        title: "Import en export",
        hint: "Importeer eerdere gegevens uit een ander product, of exporteer je gebeurtenissen.",
        open: "Importeren en exporteren",
      },
      remove: "Verwijderen",
      removeHint: (domain) => `Verwijdert ${domain} en alle statistieken ervan definitief.`,
      removeOpen: "Website verwijderen …",
      removeTitle: (domain) => `${domain} verwijderen?`,
      removeWarning:
        "De website en alle statistieken ervan worden verwijderd. Dit kan niet ongedaan worden gemaakt.",
      removeConfirm: (domain) => `Typ ${domain} om te bevestigen`,
      removeCancel: "Annuleren",
      removeFinally: "Definitief verwijderen",
      mayNotWrite: "Je mag deze website zien, maar niet wijzigen.",
      save: "Opslaan",
      saved: "Opgeslagen.",
      savedCounting: "Opgeslagen. De telregels gelden vanaf nu.",
      notSaved: "Niet opgeslagen. Zie de fouten hierboven.",
    },
  };
};
