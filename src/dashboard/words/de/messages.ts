import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** German: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"de">): MessageTables => {
  const rows = (number: number) =>
    plural(number, { one: `${count(number)} Zeile`, other: `${count(number)} Zeilen` });
  const days = (number: number) =>
    plural(number, { one: `${count(number)} Tag`, other: `${count(number)} Tage` });
  const onDays = (number: number) =>
    plural(number, { one: `${count(number)} Tag`, other: `${count(number)} Tagen` });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} Tagen`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} Stunden`;
    return plural(minutes, { one: "einer Minute", other: `${count(minutes)} Minuten` });
  };
  const shares: Readonly<Record<string, string>> = {
    "0.75": "drei Viertel",
    "0.5": "die Hälfte",
    "0.25": "ein Viertel",
    "0.1": "ein Zehntel",
  };
  const shareText = (share: number) => shares[share] ?? percent(share);
  // Factors can have decimal places, which `count` drops.
  const times = {
    day: "jeden Tag",
    week: "jeden Montag",
    month: "am Ersten jedes Monats",
  };
  const timesText = (periods: readonly (keyof typeof times)[]) =>
    list(
      periods.map((period) => times[period]),
      "and",
    );
  const named = ({ file, why }: { readonly file: string; readonly why: string }) =>
    `${file}: ${why}`;

  return {
    "field-errors": {
      required: "Bitte ausfüllen.",
      required_password: "Bitte ein Passwort festlegen, denn nur damit ist die Statistik zu sehen.",
      text: "Bitte Text eingeben.",
      text_length: ({ min, max }) => `Bitte ${min} bis ${max} Zeichen verwenden.`,
      text_max: ({ max }) => `Bitte höchstens ${max} Zeichen verwenden.`,
      characters_max: ({ max }) => `Bitte höchstens ${max} Zeichen verwenden.`,
      hidden_characters:
        "Steuerzeichen und Zeichen, die die Schreibrichtung ändern, sind nicht möglich.",
      lines_max: ({ max }) => `Höchstens ${max} Zeilen sind möglich.`,
      no_email: "Das Passwort darf nicht die E-Mail-Adresse sein.",
      email: ({ max }) => `Bitte eine E-Mail-Adresse mit höchstens ${max} Zeichen eingeben.`,
      email_taken: "Diese E-Mail-Adresse ist schon vergeben.",
      password_of_now: "Bitte das aktuelle Passwort eingeben.",
      password_wrong: "Das ist nicht das aktuelle Passwort.",
      link_over: "Dieser Link ist nicht mehr gültig. Ein Inhaber kann einen neuen erstellen.",
      last_owner: "Es muss mindestens einen aktiven Inhaber geben.",
      person_disabled: "Diese Person ist gesperrt.",
      grants_max: ({ max }) =>
        `Eine Person kann Rechte an höchstens ${max} Websites haben. Bitte stattdessen ein Recht an allen Websites vergeben.`,
      people_max: ({ max }) => `Höchstens ${max} Personen sind möglich.`,
      keys_max: ({ max }) => `Höchstens ${max} Schlüssel sind möglich.`,
      domain: "Bitte einen Domainnamen wie example.com eingeben, ohne Port und ohne Pfad.",
      domain_taken: "Diese Website gibt es hier schon.",
      aliases: ({ max }) =>
        `Höchstens ${max} Aliasse sind möglich. Sie bestehen aus Buchstaben, Ziffern, Punkten, Bindestrichen und Unterstrichen.`,
      alias_taken: ({ name }) => `Eine andere Website hat den Namen ${name}.`,
      timezone: "Bitte eine Zeitzone aus der Liste wählen, zum Beispiel Europe/Berlin.",
      param_name: ({ name }) =>
        `„${name}“ ist nicht der Name eines Abfrageparameters. Ein Name kann mit * enden.`,
      ip: ({ text }) => `„${text}“ ist keine IP-Adresse und kein Bereich wie 203.0.113.0/24.`,
      date: "Bitte einen Tag wählen, den es gibt.",
      time_of_day: "Bitte eine Uhrzeit eingeben, zum Beispiel 09:30.",
      time_in_future: "Bitte einen Zeitpunkt in der Zukunft wählen.",
      time_past: "Bitte einen Zeitpunkt in der Zukunft wählen.",
      name_taken: "Dieser Name ist schon vergeben.",
      segment_missing: "Dieses Segment gibt es nicht mehr.",
      segment_broken:
        "Ein Filter dieses Segments funktioniert nicht mehr, weil sein Ziel oder Trichter gelöscht wurde.",
      matcher_exclamation:
        "Der Text darf nicht mit ! beginnen. Für das Zeichen selbst \\! eingeben.",
      matcher_tilde: "Nach ~ bitte einen Text eingeben.",
      matcher_value: "Bitte Text, eine Zahl, true oder false eingeben.",
      matcher_props: ({ max }) => `Höchstens ${max} Eigenschaften sind möglich.`,
      steps: ({ min, max }) => `Ein Trichter hat ${min} bis ${max} Schritte.`,
      files_max: ({ max }) => `Höchstens ${max} Dateien sind möglich.`,
      file_names: ({ max }) => `Der Name einer Datei kann höchstens ${max} Zeichen haben.`,
      files_empty: "Die Dateien sind leer. Bitte das Produkt wählen, aus dem sie stammen.",
      file_unknown: ({ name }) =>
        `Das Format von ${name} ist unbekannt. Bitte das Produkt wählen, aus dem die Datei stammt.`,
      alert_recipients: ({ max }) => `Bitte 1 bis ${max} Personen, Webhooks oder Adressen wählen.`,
      report_recipients: ({ max }) => `Höchstens ${max} Adressen sind möglich.`,
      recipient_person: "Diese Person darf die Website nicht sehen.",
      recipient_webhook: "Diesen Webhook gibt es nicht mehr.",
      goal_missing: "Dieses Ziel gibt es nicht mehr.",
      http_url: "Bitte eine Adresse eingeben, die mit https:// oder http:// beginnt.",
      url_user: "Die Adresse darf weder Benutzer noch Passwort enthalten.",
      webhooks_max: ({ max }) => `Höchstens ${max} Webhooks sind möglich.`,
      two_hours: "Bitte zwei verschiedene Stunden wählen.",
      integer: ({ min, max }) => `Bitte eine ganze Zahl von ${min} bis ${max} eingeben.`,
      number: ({ min, max }) => `Bitte eine Zahl von ${min} bis ${max} eingeben.`,
      compared_window: ({ min }) => `Bitte mindestens ${min} Minuten wählen.`,
      clock: "Bitte eine Uhrzeit eingeben, zum Beispiel 09:30.",
      secret: ({ max }) => `Bitte höchstens ${max} Zeichen verwenden.`,
      api_key: "Bitte einen API-Schlüssel eingeben.",
      key_rights: "Bitte mindestens ein Recht wählen.",
      key_websites: ({ max }) => `Bitte 1 bis ${max} Websites wählen, oder alle.`,
      grants: ({ max }) =>
        `Eine Person kann Rechte an höchstens ${max} Websites haben. Bitte stattdessen ein Recht an allen Websites vergeben.`,
      share_reports: "Bitte mindestens einen Bericht wählen.",
      to_before_from: "Der erste Tag darf nicht nach dem letzten liegen.",
      filter_empty: "Ein Filter hat keinen Wert.",
      filter_goal: "Dieses Ziel gibt es nicht mehr.",
      filter_step: "Diesen Schritt eines Trichters gibt es nicht mehr.",
      filters_max: ({ max }) => `Alle Filter zusammen können höchstens ${max} Werte haben.`,
      segment_values: ({ max }) =>
        `Segment und Filter zusammen können höchstens ${max} Werte haben.`,
      segment_filters: ({ max }) => `Ein Segment hat 1 bis ${max} Filter.`,
      goal_watched: ({ name }) => `Die Warnung „${name}“ betrifft dieses Ziel.`,
      webhook_named: ({ name, domain }) =>
        `Die Warnung „${name}“ von ${domain} benachrichtigt diesen Webhook.`,
      segment_shared: ({ name }) => `Der Freigabelink „${name}“ zeigt dieses Segment.`,
      definitions_max: ({ max }) => `Höchstens ${max} sind für eine Website möglich.`,
      definition_size: "Das ist zu groß, um gespeichert zu werden.",
      definitions_size:
        "Ziele, Trichter, Segmente und Ähnliches dieser Website sind zusammen zu groß. Bitte einige löschen.",
      no_mail_server:
        "Dieser Server kann noch keine E-Mails senden, weil kein Mailserver eingerichtet ist.",
      key_address: "Bitte eine Adresse eingeben, denn ein Schlüssel hat keine.",
    },
    imports: {
      sources: {
        plausible: "Plausible",
        umami: "Umami",
        matomo: "Matomo",
        "simple-analytics": "Simple Analytics",
        goatcounter: "GoatCounter",
        ga4: "Google Analytics 4",
        "ga4-csv": "Google Analytics 4 (CSV)",
        fathom: "Fathom",
        footfall: "Footfall",
        "access-log": "Zugriffslogs",
      },
      rows,
      import: "Import",
      hint: (domain, timezone) =>
        `Übernimmt bisherige Daten aus einem anderen Produkt oder aus Zugriffslogs nach ${domain}. Die Tage sind die der Zeitzone ${timezone}. Tage, die schon eine Statistik haben, bleiben unverändert.`,
      filesToImport: "Dateien für den Import",
      files: "Dateien",
      filesHint:
        "Eine oder mehrere auswählen oder hierher ziehen: so, wie sie exportiert wurden, auch als ZIP oder gzip.",
      chosenFiles: "Ausgewählte Dateien",
      source: "Produkt",
      anySource: "Automatisch erkennen",
      websiteId: "Website-ID",
      websiteIdHint:
        "Die ID in Umami. Sie wird gebraucht, wenn die Dateien mehrere Websites enthalten.",
      check: "Prüfen",
      progress: "Fortschritt",
      rowsRead: (number) =>
        plural(number, {
          one: `${count(number)} Zeile gelesen`,
          other: `${count(number)} Zeilen gelesen`,
        }),
      sendingForCheck: "Die Dateien werden zur Prüfung gesendet.",
      sending: "Die Dateien werden gesendet.",
      checking: "Die Dateien werden geprüft. Noch wird nichts importiert.",
      begun: "Der Import hat begonnen. Er läuft weiter, wenn diese Seite verlassen wird.",
      importedBefore:
        "Diese Dateien wurden schon importiert. Die Liste unten enthält ihren Import.",
      result: "Ergebnis der Prüfung",
      cannotBeImported: "Diese Dateien lassen sich nicht importieren",
      wouldDo: "Das würde der Import tun",
      nothingToImport: "Es gibt nichts zu importieren",
      report: {
        from: "Aus",
        totalsOf: (source) => `${source}, Tagessummen`,
        eventsOf: (source) => `${source}, Ereignisse`,
        days: "Tage",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Zu den vorhandenen Tagen hinzugefügt",
        noDays: "Keine",
        daysLeft: "Ausgelassene Tage",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} hat schon eine Statistik`,
              other: `${days(number)} haben schon eine Statistik`,
            }),
          imported: (number) =>
            plural(number, {
              one: `${days(number)} kam mit einem anderen Import`,
              other: `${days(number)} kamen mit einem anderen Import`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} ist noch nicht vorbei`,
              other: `${days(number)} sind noch nicht vorbei`,
            }),
        },
        rowsRead: "Gelesene Zeilen",
        rowsImported: "Importierte Zeilen",
        rowsSkipped: "Übersprungene Zeilen",
        skipped: {
          broken: (number) =>
            plural(number, {
              one: `${rows(number)} war nicht lesbar`,
              other: `${rows(number)} waren nicht lesbar`,
            }),
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} war schon da`,
              other: `${rows(number)} waren schon da`,
            }),
          bot: (number) =>
            plural(number, {
              one: `${rows(number)} kam von einem Bot`,
              other: `${rows(number)} kamen von Bots`,
            }),
          ip: (number) =>
            plural(number, {
              one: `${rows(number)} kam von einer ausgeschlossenen Adresse`,
              other: `${rows(number)} kamen von ausgeschlossenen Adressen`,
            }),
          hostname: (number) =>
            plural(number, {
              one: `${rows(number)} gehört zu einem anderen Host`,
              other: `${rows(number)} gehören zu einem anderen Host`,
            }),
          day_left: (number) =>
            plural(number, {
              one: `${rows(number)} liegt an einem Tag, der unverändert bleibt`,
              other: `${rows(number)} liegen an Tagen, die unverändert bleiben`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${rows(number)} liegt an einem Tag, der noch nicht vorbei ist`,
              other: `${rows(number)} liegen an Tagen, die noch nicht vorbei sind`,
            }),
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} ist weder Seitenaufruf noch Ereignis`,
              other: `${rows(number)} sind weder Seitenaufrufe noch Ereignisse`,
            }),
          visitor: (number) =>
            plural(number, {
              one: `${rows(number)} hat keine Besucher-ID`,
              other: `${rows(number)} haben keine Besucher-ID`,
            }),
          time: (number) =>
            plural(number, {
              one: `${rows(number)} hat eine ungültige Zeit`,
              other: `${rows(number)} haben eine ungültige Zeit`,
            }),
        },
        skippedFor: (number, reason) => `${rows(number)}: ${reason}`,
        unknown: "Unbekannte Schreibweisen",
        unknownHint: "Sie zählen als (unbekannt), mit der Zahl ihrer Zeilen.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join(", ")}`,
        notRead: "Nicht gelesene Dateien",
        totalsHint:
          "Das sind Tagessummen. Filter, Ziele, Trichter, Wege und Umsatz gibt es an diesen Tagen nicht. Die Zeitzone des Exports muss die der Website sein.",
        visitorsHint: "Besucher werden pro Tag gezählt, wie überall in Footfall.",
      },
      list: {
        title: "Importe",
        none: "Noch wurde nichts importiert.",
        status: {
          running: "Läuft",
          done: "Fertig",
          failed: "Fehlgeschlagen",
          deleting: "Wird rückgängig gemacht",
        },
        isRunning: "Ein Import läuft.",
        isBeingUndone: "Ein Import wird rückgängig gemacht.",
        isUndone: "Der Import wurde rückgängig gemacht.",
        isDone: (source) => `Der Import aus ${source} ist fertig.`,
        hasFailed: (source) => `Der Import aus ${source} ist fehlgeschlagen.`,
        removing: "Seine Daten werden entfernt.",
        addedNothing: "Er hat nichts hinzugefügt.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "keine Dateien",
        filesAndMore: (name, others) =>
          plural(others, {
            one: `${name} und 1 weitere`,
            other: `${name} und ${count(others)} weitere`,
          }),
        undo: { running: "Abbrechen", done: "Rückgängig machen", failed: "Entfernen" },
        undoNamed: {
          running: (id, source) => `Import ${id} aus ${source} abbrechen`,
          done: (id, source) => `Import ${id} aus ${source} rückgängig machen`,
          failed: (id, source) => `Import ${id} aus ${source} entfernen`,
        },
        report: "Bericht",
        reportOf: (id) => `Bericht von Import ${id}`,
        statistics: "Statistik",
        statisticsOf: (id) => `Statistik der Tage von Import ${id}`,
      },
      undo: {
        keep: "Behalten",
        stop: {
          title: (source) => `Import aus ${source} abbrechen?`,
          text: "Der Import wird abgebrochen, und alles, was er hinzugefügt hat, wird entfernt.",
          button: "Import abbrechen",
        },
        remove: {
          title: (source) => `Import aus ${source} entfernen?`,
          button: "Import entfernen",
          nothing: "Er hat nichts hinzugefügt. Nur dieser Eintrag wird entfernt.",
          nothingButton: "Eintrag entfernen",
        },
        undo: {
          title: (source) => `Import aus ${source} rückgängig machen?`,
          button: "Import rückgängig machen",
        },
        rows: (number) =>
          plural(number, {
            one: `${rows(number)} wird aus der Statistik entfernt. Was Footfall selbst erfasst hat, bleibt. Dieselben Dateien lassen sich wieder importieren.`,
            other: `${rows(number)} werden aus der Statistik entfernt. Was Footfall selbst erfasst hat, bleibt. Dieselben Dateien lassen sich wieder importieren.`,
          }),
        rowsOfDays: (number, dayCount, range) =>
          plural(number, {
            one: `${rows(number)} an ${onDays(dayCount)}, ${range}, wird aus der Statistik entfernt. Was Footfall selbst erfasst hat, bleibt. Dieselben Dateien lassen sich wieder importieren.`,
            other: `${rows(number)} an ${onDays(dayCount)}, ${range}, werden aus der Statistik entfernt. Was Footfall selbst erfasst hat, bleibt. Dieselben Dateien lassen sich wieder importieren.`,
          }),
      },
      failures: {
        IMPORT_RUNNING:
          "Ein anderer Import dieser Website läuft, wird geprüft oder rückgängig gemacht. Bitte das Ende abwarten und es erneut versuchen.",
        BODY_TOO_LARGE:
          "Die Dateien sind größer, als der Server annimmt. Seine Einstellung IMPORT_BYTES_MAX ist die Grenze.",
        UNSUPPORTED_MEDIA_TYPE:
          "Der Server hat die Dateien nicht angenommen. Vielleicht hat ein Proxy die Anfrage verändert.",
        NOT_FOUND: "Diesen Import gibt es nicht mehr.",
        BROKEN_OFF:
          "Das Hochladen ist abgebrochen. Vielleicht ist der Server nicht verfügbar, die Dateien sind zu groß für ihn, oder sie haben sich geändert.",
      },
      export: {
        title: "Export",
        hint: (domain) =>
          `Lädt alle Ereignisse von ${domain} mit allen gespeicherten Feldern herunter.`,
        from: "Von",
        to: "Bis",
        format: "Format",
        formats: {
          ndjson: "NDJSON, wieder importierbar",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Wird heruntergeladen.",
        downloaded: "Heruntergeladen.",
        download: "Herunterladen",
      },
    },
    notifications: {
      send: "Test senden",
      sendNamed: (name) => `Test senden: ${name}`,
      sending: "Wird gesendet …",
      sent: (to) => `${to}: gesendet.`,
      notSent: (to, problem) => `${to}: nicht gesendet. Der Grund: ${problem}`,
      toMe: "An mich",
      changeNamed: (name) => `${name} ändern`,
      deleteTitle: (name) => `${name} löschen?`,
      name: "Name",
      off: "Aus",
      mayNotWrite: "Diese Website lässt sich ansehen. Zum Ändern fehlt die Berechtigung.",
      noMail: {
        title: "Es ist kein Mailserver eingerichtet",
        text: "Bis einer eingerichtet ist, bekommt niemand E-Mails. Wer diesen Server betreibt, setzt SMTP_URL, REPORT_FROM und BASE_URL, zum Beispiel wie unten, und startet Footfall neu.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "Mehr über E-Mail-Berichte",
        short:
          "Dieser Server kann noch keine E-Mails senden, weil kein Mailserver eingerichtet ist.",
      },
      recipients: {
        title: "Wer benachrichtigt wird",
        me: (email) => `Ich, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `Person ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `Webhook ${id}`,
        addresses: "E-Mail-Adressen",
        moreAddresses: "Weitere E-Mail-Adressen",
        addressesHint: "Eine pro Zeile.",
        none: "Bitte jemanden auswählen oder eine Adresse eingeben.",
        wrong: (name, error) => `${name}: ${error}`,
      },
      reports: {
        title: "E-Mail-Berichte",
        hint: "Eine E-Mail mit den Besuchern, Seiten, Quellen und Zielen des vergangenen Zeitraums, und wie sie sich verändert haben.",
        periods: { day: "Jeden Tag", week: "Jede Woche", month: "Jeden Monat" },
        periodsTitle: "Wie oft",
        sendAt: "Uhrzeit",
        sendAtHint: (zone) => `In der Zeitzone der Website, ${zone}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            one: "Eine pro Zeile. Ohne Angabe gehen die Berichte an die Adresse in der Einstellung REPORT_TO des Servers.",
            other: `Eine pro Zeile. Ohne Angabe gehen die Berichte an die ${count(number)} Adressen in der Einstellung REPORT_TO des Servers.`,
          }),
        off: "Niemand bekommt Berichte, da keiner ausgewählt ist.",
        plan: (to, when, time) =>
          `Eine E-Mail geht ${timesText(when)} um ${time} Uhr an ${list(to, "and")}.`,
        defaults: (number) =>
          plural(number, {
            one: "die Adresse in REPORT_TO",
            other: `die ${count(number)} Adressen in REPORT_TO`,
          }),
        nobody: "Bitte mindestens eine Adresse eingeben.",
        last: {
          none: "In den letzten 60 Tagen wurde kein Bericht gesendet.",
          sent: (time) => `Der letzte Bericht wurde am ${time} gesendet.`,
          failed: (time, problem) =>
            `Der letzte Bericht konnte am ${time} nicht gesendet werden. Der Grund: ${problem}`,
        },
      },
      mine: {
        title: "E-Mail-Berichte aller Websites",
        hint: "Eine E-Mail mit den Besuchern und Seitenaufrufen aller sichtbaren Websites, höchstens 200.",
        timezone: "Zeitzone",
        off: "Eine solche E-Mail kommt nicht, da keine ausgewählt ist.",
        plan: (email, when, time, zone) =>
          `Eine E-Mail geht ${timesText(when)} um ${time} Uhr in der Zeitzone ${zone} an ${email}.`,
      },
      alerts: {
        title: "Warnungen",
        hint: "Eine Nachricht, wenn etwas Ungewöhnliches geschieht, und eine weitere, wenn es vorbei ist.",
        none: "Es gibt noch keine Warnungen.",
        add: "Warnung hinzufügen",
        addAction: "Warnung hinzufügen",
        added: "Die Warnung ist eingeschaltet. Ein Test zeigt, ob sie ankommt.",
        deleteHint: "Sie benachrichtigt dann niemanden mehr.",
        firingSince: (time) => `Ausgelöst seit ${time}`,
        firing: "Ausgelöst",
        quietSince: (time) => `Ruhig seit ${time}.`,
        quiet: "Ruhig, noch nie ausgelöst.",
        isOff: "Ausgeschaltet.",
        last: {
          sent: (time) => `Die letzte Nachricht wurde am ${time} gesendet.`,
          failed: (time, problem) =>
            `Die letzte Nachricht erreichte am ${time} nicht alle. Der Grund: ${problem}`,
        },
        when: "Benachrichtigen, wenn",
        kinds: {
          silence: {
            option: "nichts ankommt",
            name: "Nichts kommt an",
            hint: "Vielleicht ist die Website nicht erreichbar, oder ihr Trackingcode fehlt. Wenn nachts niemand kommt, unten Stunden wählen.",
          },
          usualAbove: {
            option: "es mehr als üblich sind",
            name: "Mehr als üblich",
            hint: "Verglichen mit dem Median derselben Stunden dieses Wochentags in den letzten vier Wochen. Dafür braucht es Daten aus zwei Wochen.",
          },
          usualBelow: {
            option: "es weniger als üblich sind",
            name: "Weniger als üblich",
            hint: "Verglichen mit dem Median derselben Stunden dieses Wochentags in den letzten vier Wochen. Dafür braucht es Daten aus zwei Wochen.",
          },
          above: { option: "es mehr als eine Zahl sind", name: "Mehr als eine Zahl", hint: "" },
          below: {
            option: "es weniger als eine Zahl sind",
            name: "Weniger als eine Zahl",
            hint: "",
          },
          goal: { option: "ein Ziel erreicht wird", name: "Ein Ziel wird erreicht", hint: "" },
          other: { option: "wie bisher", name: "Warnung", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Mehr ${noun} als üblich`,
          usualBelow: (noun) => `Weniger ${noun} als üblich`,
          above: (noun, number) => `Mehr als ${number} ${noun}`,
          below: (noun, number) => `Weniger als ${number} ${noun}`,
          goal: (goal) => `Ziel ${goal} wird erreicht`,
        },
        measure: "Kennzahl",
        measures: {
          visitors: "Besucher",
          pageviews: "Seitenaufrufe",
          events: "Eigene Ereignisse",
        },
        measureOfGoal: (goal) => `Ziel ${goal}`,
        nouns: {
          visitors: () => "Besucher",
          pageviews: (number) => plural(number, { one: "Seitenaufruf", other: "Seitenaufrufe" }),
          events: (number) =>
            plural(number, { one: "eigenes Ereignis", other: "eigene Ereignisse" }),
        },
        nounOfGoal: (goal, number) =>
          plural(number, {
            one: `Ereignis des Ziels ${goal}`,
            other: `Ereignisse des Ziels ${goal}`,
          }),
        unknownGoal: (id) => `Nummer ${id} (gelöscht)`,
        goal: "Ziel",
        silentFor: "Seit",
        window: "Innerhalb von",
        minutes: minutesText,
        more: "Mehr als",
        fewer: "Weniger als",
        least: "Wie oft mindestens",
        timesAbove: "Mehr als",
        timesBelow: "Weniger als",
        times: (factor) => `das ${decimal(factor)}-Fache des Üblichen`,
        share: (share) => `${shareText(share)} des Üblichen`,
        someHours: "Nur zu bestimmten Stunden des Tages",
        from: "Von",
        until: "Bis",
        pause: "Höchstens einmal in",
        isOn: "Die Warnung ist eingeschaltet",
        does: {
          silence: (minutes) =>
            `Sendet eine Nachricht, wenn innerhalb von ${minutesText(minutes)} nichts ankommt.`,
          usualAbove: (noun, factor, minutes) =>
            `Sendet eine Nachricht, wenn es innerhalb von ${minutesText(minutes)} mehr als ${decimal(factor)}-mal so viele ${noun} wie üblich sind.`,
          usualBelow: (noun, share, minutes) =>
            `Sendet eine Nachricht, wenn die Zahl für „${noun}“ innerhalb von ${minutesText(minutes)} weniger als ${shareText(share)} des Üblichen beträgt.`,
          above: (noun, number, minutes) =>
            `Sendet eine Nachricht, wenn es innerhalb von ${minutesText(minutes)} mehr als ${number} ${noun} sind.`,
          below: (noun, number, minutes) =>
            `Sendet eine Nachricht, wenn es innerhalb von ${minutesText(minutes)} weniger als ${number} ${noun} sind.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Sendet eine Nachricht, wenn das Ziel ${goal} innerhalb von ${minutesText(minutes)} erreicht wird.`,
              other: `Sendet eine Nachricht, wenn das Ziel ${goal} innerhalb von ${minutesText(minutes)} ${count(number)}-mal erreicht wird.`,
            }),
          other: "Sendet eine Nachricht nach einer Regel, die ein Programm festgelegt hat.",
        },
        hours: (from, until, zone) =>
          `Prüft nur von ${from} bis ${until} Uhr in der Zeitzone ${zone}.`,
        goesTo: (to) => `Geht an ${list(to, "and")}.`,
        over: (minutes) =>
          `Meldet sich höchstens einmal innerhalb von ${minutesText(minutes)} und noch einmal, wenn es vorbei ist.`,
      },
      webhooks: {
        title: "Webhooks",
        hint: "Ein Webhook ist eine Adresse, die Footfall aufruft: ein Kanal von Slack oder Discord oder ein eigenes Programm. Er gilt für alle Websites.",
        none: "Es gibt noch keine Webhooks.",
        add: "Webhook hinzufügen",
        addAction: "Webhook hinzufügen",
        added: "Der Webhook ist eingeschaltet. Ein Test zeigt, ob etwas ankommt.",
        deleteHint: "Footfall ruft ihn nicht mehr auf. Warnungen, die ihn nennen, lassen ihn aus.",
        url: "Adresse",
        urlHint:
          "Sie beginnt mit https://. Slack und Discord zeigen sie dort, wo ein eingehender Webhook hinzugefügt wird.",
        format: "Format",
        formats: { json: "JSON, für ein Programm", slack: "Slack", discord: "Discord" },
        events: "Was er von allen Websites bekommt",
        eventsHint: "Warnungen wählen ihre Webhooks selbst.",
        eventNames: {
          report: "Fällige Berichte",
          import: "Beendete Importe",
          goal: "Erreichte Ziele",
        },
        gets: { report: "Berichte", import: "beendete Importe", goal: "erreichte Ziele" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Bekommt die Warnungen, die ihn nennen.`
            : `${form}. Bekommt die Warnungen, die ihn nennen, und von allen Websites: ${list(gets, "and")}.`,
        secret: "Geheimnis (optional)",
        secretHint:
          "Anfragen werden damit signiert. So erkennt das Programm, dass sie von hier kommen. Das Geheimnis wird nie wieder angezeigt.",
        secretKeep: "Es gibt schon eines. Leer lassen, um es zu behalten.",
        secretRemove: "Geheimnis entfernen",
        isOn: "Der Webhook ist eingeschaltet",
        failed: (time) =>
          `Am ${time} ausgeschaltet, weil die Aufrufe eine Woche lang fehlgeschlagen waren.`,
        last: {
          none: "In den letzten 60 Tagen wurde er nicht aufgerufen.",
          sent: (time) => `Der letzte Aufruf kam am ${time} an.`,
          failed: (time, problem) =>
            `Der letzte Aufruf schlug am ${time} fehl. Der Grund: ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed:
          "Die Datei ist mit bzip2, xz oder zstd gepackt. Bitte entpacken oder mit gzip packen.",
        classic_balancer:
          "Das ist das Log eines Classic Load Balancers. Bitte die Logs der Server dahinter importieren.",
        s3: "Das ist das Log eines S3-Buckets. Bitte die Logs des CDN davor importieren.",
        iso_times:
          "Die Zeiten sind in ISO 8601. Bitte mit nginx $time_local loggen, mit Apache %t.",
        matomo_report:
          "Das ist ein Bericht von Matomo. Bitte importieren, was Live.getLastVisitsDetails als JSON antwortet.",
        swetrix:
          "Das ist ein Export von Swetrix, der keine Tage enthält. Bitte die Zugriffslogs des Servers importieren.",
        rybbit:
          "Exporte von Rybbit sind nicht lesbar. Bitte die Zugriffslogs des Servers importieren.",
        posthog: ({ path }) => `Das sind Ereignisse von PostHog. Bitte an POST ${path} senden.`,
        cloudflare_analytics:
          "Das ist eine Antwort von Cloudflare Web Analytics. Bitte http_requests von Logpush importieren.",
        no_format: ({ formats }) => `Die ersten Zeilen haben keines dieser Formate: ${formats}.`,
        lines_broken: ({ broken, lines }) => `${broken} von ${lines} Zeilen sind defekt.`,
        cloudflare_fields: ({ fields }) =>
          `In den Zeilen fehlt: ${fields}. Bitte in die Felder des Logpush-Jobs aufnehmen.`,
        w3c_no_fields: "Die Datei beginnt nicht mit #Fields.",
        w3c_fields: ({ fields }) =>
          `In #Fields fehlt: ${fields}. Bitte in die Felder aufnehmen, die der Server loggt.`,
        haproxy_captures:
          "Die erfassten Header beginnen nicht mit dem User-Agent. Bitte die Header User-Agent, Referer und Host der Anfragen in dieser Reihenfolge erfassen.",
        agents_combined:
          "Die User-Agents fehlen. Der Server muss im Format „combined“ loggen, das sie enthält.",
        agents_caddy:
          "Die User-Agents fehlen. Kein Filter der Direktive „log“ darf request>headers>User-Agent löschen.",
        agents_traefik:
          "Die User-Agents fehlen. Bitte accessLog.fields.headers.names.User-Agent auf „keep“ setzen.",
        agents_w3c:
          "Die User-Agents fehlen. Bitte cs(User-Agent) in die Felder aufnehmen, die der Server loggt.",
        agents_alb:
          "Die User-Agents fehlen. Load Balancer loggen sie immer, also müssen die Zeilen verändert worden sein.",
        agents_cloudflare:
          "Die User-Agents fehlen. Bitte ClientRequestUserAgent in die Felder des Logpush-Jobs aufnehmen.",
        agents_nginx:
          'Die User-Agents fehlen. Bitte "http_user_agent":"$http_user_agent" in log_format aufnehmen.',
        agents_haproxy:
          "Die User-Agents fehlen. Bitte die Header User-Agent, Referer und Host der Anfragen in dieser Reihenfolge erfassen.",
        permission: "Footfall darf sie nicht lesen.",
        directory: "Das ist ein Verzeichnis.",
        empty_directory: "Darin ist keine Datei.",
        no_file: "Diese Datei gibt es nicht.",
        gzip_cut: "Die gzip-Daten enden zu früh.",
        gzip_corrupt: "Die gzip-Daten sind beschädigt.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `${file} ist nicht lesbar: ${text}`,
        file_stopped: ({ file, why }) => `${file}: ${why} Es wurde nichts importiert.`,
        file: named,
        gzip_broken: ({ file }) => `Die gzip-Daten von ${file} sind beschädigt.`,
        no_zip: ({ file }) => `${file} ist kein ZIP-Archiv.`,
        zip_broken: ({ file }) => `Das ZIP-Archiv ${file} ist beschädigt oder unvollständig.`,
        entry_forbidden: ({ entry, file }) => `Der Name „${entry}“ in ${file} ist nicht erlaubt.`,
        entry_encrypted: ({ entry, file }) => `„${entry}“ in ${file} ist verschlüsselt.`,
        entry_method: ({ entry, file }) =>
          `„${entry}“ in ${file} ist anders gepackt als mit „store“ oder „deflate“.`,
        entry_twice: ({ entry, file }) => `„${entry}“ ist zweimal in ${file}.`,
        entry_broken: ({ entry, file }) =>
          `Die Daten von „${entry}“ in ${file} sind beschädigt oder unvollständig.`,
        entry_other: ({ entry, file }) =>
          `Der Inhalt von „${entry}“ ist anders, als das Verzeichnis von ${file} angibt.`,
        zip_encrypted: ({ file }) => `${file} ist verschlüsselt.`,
        zip_entries: ({ file, max }) => `${file} enthält mehr als ${max} Dateien.`,
        zip_entry_bytes: ({ file, max }) => `Eine Datei in ${file} hat mehr als ${max} Bytes.`,
        zip_bytes: ({ file, max }) => `${file} hat entpackt mehr als ${max} Bytes.`,
        zip_name: ({ file }) => `Ein Name oder ein Kommentar in ${file} ist zu lang.`,
        zip_overlap: ({ file }) => `Dateien in ${file} überlappen sich.`,
        zip_empty: ({ file }) => `In ${file} sind keine Dateien.`,
        half_broken: ({ file }) => `Mehr als die Hälfte der Zeilen von ${file} ist defekt.`,
        rows_broken: ({ broken, rows, file }) =>
          `${broken} von ${rows} Zeilen von ${file} sind defekt. Es wurde nichts importiert.`,
        other_days: ({ file, day }) =>
          `Die meisten Zeilen von ${file} sind von Tagen, die imported_visitors nicht hat, zum Beispiel ${day}.`,
        columns: ({ file, columns }) => `In ${file} fehlen Spalten: ${columns}.`,
        same_table: ({ file, other }) => `${file} und ${other} sind dieselbe Tabelle.`,
        tables: ({ file, max }) => `${file} enthält mehr als ${max} Tabellen.`,
        json_list: ({ file }) => `${file} ist keine Liste in JSON.`,
        json_end: ({ file }) => `${file} endet mitten in der Liste.`,
        plausible_visitors: "Die Tabelle imported_visitors fehlt.",
        umami_events: "website_event.csv fehlt.",
        umami_totals: ({ file }) =>
          `${file} gehört zu dem Export von Umami, der Summen ohne Datum enthält. Bitte den Datenexport importieren, der website_event.csv enthält.`,
        umami_website: ({ websites }) =>
          `Die Dateien enthalten mehrere Websites. Bitte die ID von einer eingeben: ${websites}.`,
        umami_other_website: ({ websites }) =>
          `Die Dateien enthalten diese Website nicht. Sie enthalten: ${websites}.`,
        goatcounter: "Keine Datei hat die Spalte 2Path von GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} hat Version ${version} des Exports von GoatCounter. Nur Version 2 lässt sich importieren.`,
        simple_analytics: "Keine Datei hat die Spalten added_iso und path von Simple Analytics.",
        matomo_error: ({ file }) => `${file} ist eine Fehlermeldung von Matomo.`,
        matomo: ({ file }) => `${file} ist keine Liste von Besuchen von Matomo.`,
        footfall: ({ file }) => `${file} ist kein Export von Footfall als NDJSON.`,
        ga4_list: ({ file }) =>
          `${file} ist eine Liste. Bitte NDJSON exportieren, mit einem Ereignis je Zeile.`,
        ga4: ({ file }) => `${file} enthält keine Ereignisse von Google Analytics 4 als NDJSON.`,
        ga4_days:
          "Keine Tabelle hat die Zahlen der Tage. Bitte das Datum mit aktiven Nutzern, Sitzungen und Aufrufen exportieren, auf Englisch.",
        fathom_days:
          "Keine Tabelle hat die Zahlen der Tage. Bitte Site.csv hinzufügen, oder einen Export ohne Aufschlüsselung.",
        option: "Dateien dieses Produkts brauchen keine Website-ID.",
        report_too_large: "Der Bericht des Imports ist zu groß geworden.",
        files_gone: "Die Dateien des Imports sind nicht mehr da.",
        stopped: "Der Import endete unerwartet. Der Grund steht im Log des Servers.",
        cut_off: "Der Befehl wurde unterbrochen, bevor der Import fertig war.",
        cut_off_again:
          "Der Befehl wurde unterbrochen, bevor der Import fertig war. Wird er noch einmal ausgeführt, geht der Import weiter.",
        interrupted: "Der Befehl wurde unterbrochen.",
        interrupted_again:
          "Der Befehl wurde unterbrochen. Wird er noch einmal ausgeführt, geht der Import weiter.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `Der Empfänger hat mit ${status} geantwortet, und Footfall folgt keinen Weiterleitungen.`,
        answer: ({ status }) => `Der Empfänger hat mit ${status} geantwortet.`,
        no_answer: ({ seconds }) => `Innerhalb von ${seconds} Sekunden kam keine Antwort.`,
        private_address: ({ host }) =>
          `${host} ist eine private Adresse. WEBHOOK_PRIVATE_ADDRESSES=1 würde sie erlauben.`,
        closed: "Die Verbindung wurde geschlossen.",
        recipient_refused: "Der Mailserver hat den Empfänger abgelehnt.",
        no_mail_server:
          "Dieser Server kann noch keine E-Mails senden, weil kein Mailserver eingerichtet ist.",
        not_called: "Der Webhook konnte nicht aufgerufen werden. Inhaber sehen den Grund.",
        not_mailed: "Die E-Mail konnte nicht gesendet werden. Inhaber sehen den Grund.",
        no_webhook: "Diesen Webhook gibt es nicht mehr.",
        no_person: "Diese Person gibt es nicht mehr, oder sie ist gesperrt.",
        may_not_see: "Diese Person darf die Website nicht sehen.",
        unknown: "Der Grund ist unbekannt.",
      },
    },
  };
};
