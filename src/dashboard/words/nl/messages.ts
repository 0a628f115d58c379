import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Dutch: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"nl">): MessageTables => {
  const rows = (number: number) =>
    plural(number, { one: `${count(number)} rij`, other: `${count(number)} rijen` });
  const days = (number: number) =>
    plural(number, { one: `${count(number)} dag`, other: `${count(number)} dagen` });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} dagen`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} uur`;
    return plural(minutes, { one: "1 minuut", other: `${count(minutes)} minuten` });
  };
  const shares: Readonly<Record<string, string>> = {
    "0.75": "driekwart",
    "0.5": "de helft",
    "0.25": "een kwart",
    "0.1": "een tiende",
  };
  const shareText = (share: number) => shares[share] ?? percent(share);
  const times = {
    day: "elke dag",
    week: "elke maandag",
    month: "op de eerste van elke maand",
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
      required: "Vul dit veld in.",
      required_password:
        "Stel een wachtwoord in, want zonder wachtwoord kan niemand de statistieken zien.",
      text: "Vul tekst in.",
      text_length: ({ min, max }) => `Gebruik ${min} tot ${max} tekens.`,
      text_max: ({ max }) => `Gebruik maximaal ${max} tekens.`,
      characters_max: ({ max }) => `Gebruik maximaal ${max} tekens.`,
      hidden_characters:
        "Stuurtekens en tekens die de schrijfrichting veranderen, zijn niet mogelijk.",
      lines_max: ({ max }) => `Er zijn maximaal ${max} regels mogelijk.`,
      no_email: "Het wachtwoord mag niet het e-mailadres zijn.",
      email: ({ max }) => `Vul één e-mailadres in, van maximaal ${max} tekens.`,
      email_taken: "Dit e-mailadres is al in gebruik.",
      password_of_now: "Vul je huidige wachtwoord in.",
      password_wrong: "Dit is niet je wachtwoord.",
      link_over: "Deze link is niet meer geldig. Vraag een eigenaar om een nieuwe.",
      last_owner: "Er moet minstens één actieve eigenaar zijn.",
      person_disabled: "Deze persoon is geblokkeerd.",
      grants_max: ({ max }) =>
        `Een persoon kan rechten op maximaal ${max} websites hebben. Geef in plaats daarvan een recht op alle websites.`,
      people_max: ({ max }) => `Er zijn maximaal ${max} personen mogelijk.`,
      keys_max: ({ max }) => `Er zijn maximaal ${max} sleutels mogelijk.`,
      domain: "Vul een domeinnaam in, zoals example.com, zonder poort of pad.",
      domain_taken: "Deze website is al toegevoegd.",
      aliases: ({ max }) =>
        `Er zijn maximaal ${max} aliassen mogelijk. Ze bestaan uit letters, cijfers, punten, koppeltekens en underscores.`,
      alias_taken: ({ name }) => `Een andere website heeft de naam ${name} al.`,
      timezone: "Kies een tijdzone uit de lijst, zoals Europe/Amsterdam.",
      param_name: ({ name }) =>
        `“${name}” is niet de naam van een queryparameter. Een naam kan eindigen op *.`,
      ip: ({ text }) => `“${text}” is geen IP-adres en ook geen bereik zoals 203.0.113.0/24.`,
      date: "Kies een dag die bestaat.",
      time_of_day: "Vul een tijd in, zoals 09:30.",
      time_in_future: "Kies een tijdstip in de toekomst.",
      time_past: "Kies een tijdstip in de toekomst.",
      name_taken: "Deze naam is al in gebruik.",
      segment_missing: "Dit segment bestaat niet meer.",
      segment_broken:
        "Een filter van dit segment werkt niet meer, omdat het doel of de funnel is verwijderd.",
      matcher_exclamation: "De tekst mag niet met ! beginnen. Typ \\! voor het teken zelf.",
      matcher_tilde: "Typ een tekst na ~.",
      matcher_value: "Vul tekst, een getal, true of false in.",
      matcher_props: ({ max }) => `Er zijn maximaal ${max} eigenschappen mogelijk.`,
      steps: ({ min, max }) => `Een funnel heeft ${min} tot ${max} stappen.`,
      files_max: ({ max }) => `Er zijn maximaal ${max} bestanden mogelijk.`,
      file_names: ({ max }) => `De naam van een bestand kan maximaal ${max} tekens hebben.`,
      files_empty: "De bestanden zijn leeg. Kies het product waar ze vandaan komen.",
      file_unknown: ({ name }) =>
        `Het formaat van ${name} is onbekend. Kies het product waar het bestand vandaan komt.`,
      alert_recipients: ({ max }) => `Kies 1 tot ${max} personen, webhooks of adressen.`,
      report_recipients: ({ max }) => `Er zijn maximaal ${max} adressen mogelijk.`,
      recipient_person: "Deze persoon mag de website niet zien.",
      recipient_webhook: "Deze webhook bestaat niet meer.",
      goal_missing: "Dit doel bestaat niet meer.",
      http_url: "Vul een adres in dat met https:// of http:// begint.",
      url_user: "Het adres mag geen gebruikersnaam of wachtwoord bevatten.",
      webhooks_max: ({ max }) => `Er zijn maximaal ${max} webhooks mogelijk.`,
      two_hours: "Kies twee verschillende uren.",
      integer: ({ min, max }) => `Vul een geheel getal van ${min} tot en met ${max} in.`,
      number: ({ min, max }) => `Vul een getal van ${min} tot en met ${max} in.`,
      compared_window: ({ min }) => `Kies minstens ${min} minuten.`,
      clock: "Vul een tijd in, zoals 09:30.",
      secret: ({ max }) => `Gebruik maximaal ${max} tekens.`,
      api_key: "Vul een API-sleutel in.",
      key_rights: "Kies minstens één recht.",
      key_websites: ({ max }) => `Kies 1 tot ${max} websites, of alle.`,
      grants: ({ max }) =>
        `Een persoon kan rechten op maximaal ${max} websites hebben. Geef in plaats daarvan een recht op alle websites.`,
      share_reports: "Kies minstens één rapport.",
      to_before_from: "De eerste dag mag niet na de laatste liggen.",
      filter_empty: "Een filter heeft geen waarde.",
      filter_goal: "Dit doel bestaat niet meer.",
      filter_step: "Deze stap van een funnel bestaat niet meer.",
      filters_max: ({ max }) => `Alle filters samen kunnen maximaal ${max} waarden hebben.`,
      segment_values: ({ max }) =>
        `Het segment en de filters samen kunnen maximaal ${max} waarden hebben.`,
      segment_filters: ({ max }) => `Een segment heeft 1 tot ${max} filters.`,
      goal_watched: ({ name }) => `De waarschuwing “${name}” gaat over dit doel.`,
      webhook_named: ({ name, domain }) =>
        `De waarschuwing “${name}” van ${domain} meldt aan deze webhook.`,
      segment_shared: ({ name }) => `De gedeelde link “${name}” toont dit segment.`,
      definitions_max: ({ max }) => `Er zijn maximaal ${max} per website mogelijk.`,
      definition_size: "Dit is te groot om op te slaan.",
      definitions_size:
        "De doelen, funnels, segmenten enzovoort van deze website zijn samen te groot. Verwijder er een paar.",
      no_mail_server:
        "Deze server kan nog geen e-mails versturen, omdat er geen mailserver is ingesteld.",
      key_address: "Vul een adres in, want een sleutel heeft er geen.",
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
        "access-log": "Toegangslogs",
      },
      rows,
      import: "Import",
      hint: (domain, timezone) =>
        `Haalt eerdere gegevens uit een ander product of uit toegangslogs naar ${domain}. De dagen zijn die van de tijdzone ${timezone}. Dagen die al statistieken hebben, blijven zoals ze zijn.`,
      filesToImport: "Bestanden om te importeren",
      files: "Bestanden",
      filesHint:
        "Kies er een of meer, of sleep ze hierheen: zoals ze zijn geëxporteerd, ook als ZIP of gzip.",
      chosenFiles: "Gekozen bestanden",
      source: "Product",
      anySource: "Automatisch herkennen",
      websiteId: "Website-id",
      websiteIdHint: "De id in Umami. Die is nodig als de bestanden meerdere websites bevatten.",
      check: "Controleren",
      progress: "Voortgang",
      rowsRead: (number) => `${rows(number)} gelezen`,
      sendingForCheck: "De bestanden worden verstuurd voor de controle.",
      sending: "De bestanden worden verstuurd.",
      checking: "De bestanden worden gecontroleerd. Er wordt nog niets geïmporteerd.",
      begun: "De import is begonnen. Hij gaat door als je deze pagina verlaat.",
      importedBefore:
        "Deze bestanden zijn al eerder geïmporteerd. Hun import staat in de lijst hieronder.",
      result: "Resultaat van de controle",
      cannotBeImported: "Deze bestanden kunnen niet worden geïmporteerd",
      wouldDo: "Dit zou de import doen",
      nothingToImport: "Er is niets om te importeren",
      report: {
        from: "Uit",
        totalsOf: (source) => `${source}, dagtotalen`,
        eventsOf: (source) => `${source}, gebeurtenissen`,
        days: "Dagen",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Toegevoegd aan de bestaande dagen",
        noDays: "Geen",
        daysLeft: "Overgeslagen dagen",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} heeft al statistieken`,
              other: `${days(number)} hebben al statistieken`,
            }),
          imported: (number) =>
            plural(number, {
              one: `${days(number)} komt uit een andere import`,
              other: `${days(number)} komen uit een andere import`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} is nog niet voorbij`,
              other: `${days(number)} zijn nog niet voorbij`,
            }),
        },
        rowsRead: "Gelezen rijen",
        rowsImported: "Geïmporteerde rijen",
        rowsSkipped: "Overgeslagen rijen",
        skipped: {
          broken: (number) =>
            plural(number, {
              one: `${rows(number)} was onleesbaar`,
              other: `${rows(number)} waren onleesbaar`,
            }),
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} was er al`,
              other: `${rows(number)} waren er al`,
            }),
          bot: (number) =>
            plural(number, {
              one: `${rows(number)} kwam van een bot`,
              other: `${rows(number)} kwamen van bots`,
            }),
          ip: (number) =>
            plural(number, {
              one: `${rows(number)} kwam van een uitgesloten adres`,
              other: `${rows(number)} kwamen van uitgesloten adressen`,
            }),
          hostname: (number) =>
            plural(number, {
              one: `${rows(number)} hoort bij een andere host`,
              other: `${rows(number)} horen bij een andere host`,
            }),
          day_left: (number) =>
            plural(number, {
              one: `${rows(number)} valt op een dag die blijft zoals hij is`,
              other: `${rows(number)} vallen op dagen die blijven zoals ze zijn`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${rows(number)} valt op een dag die nog niet voorbij is`,
              other: `${rows(number)} vallen op dagen die nog niet voorbij zijn`,
            }),
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} is geen paginaweergave of gebeurtenis`,
              other: `${rows(number)} zijn geen paginaweergaven of gebeurtenissen`,
            }),
          visitor: (number) =>
            plural(number, {
              one: `${rows(number)} heeft geen bezoekers-id`,
              other: `${rows(number)} hebben geen bezoekers-id`,
            }),
          time: (number) =>
            plural(number, {
              one: `${rows(number)} heeft een onmogelijk tijdstip`,
              other: `${rows(number)} hebben een onmogelijk tijdstip`,
            }),
        },
        skippedFor: (number, reason) => `${rows(number)}: ${reason}`,
        unknown: "Onbekende schrijfwijzen",
        unknownHint: "Deze tellen als (onbekend), met hun aantal rijen.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join(", ")}`,
        notRead: "Niet-gelezen bestanden",
        totalsHint:
          "Dit zijn dagtotalen. Filters, doelen, funnels, routes en omzet zijn voor deze dagen niet beschikbaar. De tijdzone van de export moet die van de website zijn.",
        visitorsHint: "Bezoekers worden per dag geteld, zoals overal in Footfall.",
      },
      list: {
        title: "Imports",
        none: "Er is nog niets geïmporteerd.",
        status: {
          running: "Bezig",
          done: "Klaar",
          failed: "Mislukt",
          deleting: "Wordt ongedaan gemaakt",
        },
        isRunning: "Er is een import bezig.",
        isBeingUndone: "Een import wordt ongedaan gemaakt.",
        isUndone: "De import is ongedaan gemaakt.",
        isDone: (source) => `De import uit ${source} is klaar.`,
        hasFailed: (source) => `De import uit ${source} is mislukt.`,
        removing: "De gegevens ervan worden verwijderd.",
        addedNothing: "Hij heeft niets toegevoegd.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "geen bestanden",
        filesAndMore: (name, others) =>
          plural(others, {
            one: `${name} en nog 1`,
            other: `${name} en nog ${count(others)}`,
          }),
        undo: { running: "Stoppen", done: "Ongedaan maken", failed: "Verwijderen" },
        undoNamed: {
          running: (id, source) => `Import ${id} uit ${source} stoppen`,
          done: (id, source) => `Import ${id} uit ${source} ongedaan maken`,
          failed: (id, source) => `Import ${id} uit ${source} verwijderen`,
        },
        report: "Rapport",
        reportOf: (id) => `Rapport van import ${id}`,
        statistics: "Statistieken",
        statisticsOf: (id) => `Statistieken van de dagen van import ${id}`,
      },
      undo: {
        keep: "Behouden",
        stop: {
          title: (source) => `Import uit ${source} stoppen?`,
          text: "De import stopt, en alles wat hij heeft toegevoegd, wordt verwijderd.",
          button: "Import stoppen",
        },
        remove: {
          title: (source) => `Import uit ${source} verwijderen?`,
          button: "Import verwijderen",
          nothing: "Hij heeft niets toegevoegd. Alleen deze regel wordt verwijderd.",
          nothingButton: "Regel verwijderen",
        },
        undo: {
          title: (source) => `Import uit ${source} ongedaan maken?`,
          button: "Ongedaan maken",
        },
        rows: (number) =>
          plural(number, {
            one: `${rows(number)} wordt uit de statistieken verwijderd. Wat Footfall zelf heeft verzameld, blijft. Dezelfde bestanden kunnen opnieuw worden geïmporteerd.`,
            other: `${rows(number)} worden uit de statistieken verwijderd. Wat Footfall zelf heeft verzameld, blijft. Dezelfde bestanden kunnen opnieuw worden geïmporteerd.`,
          }),
        rowsOfDays: (number, dayCount, range) =>
          plural(number, {
            one: `${rows(number)} van ${days(dayCount)} (${range}) wordt uit de statistieken verwijderd. Wat Footfall zelf heeft verzameld, blijft. Dezelfde bestanden kunnen opnieuw worden geïmporteerd.`,
            other: `${rows(number)} van ${days(dayCount)} (${range}) worden uit de statistieken verwijderd. Wat Footfall zelf heeft verzameld, blijft. Dezelfde bestanden kunnen opnieuw worden geïmporteerd.`,
          }),
      },
      failures: {
        IMPORT_RUNNING:
          "Een andere import van deze website is bezig, wordt gecontroleerd of ongedaan gemaakt. Wacht tot die klaar is en probeer het opnieuw.",
        BODY_TOO_LARGE:
          "De bestanden zijn groter dan de server accepteert. De instelling IMPORT_BYTES_MAX bepaalt de limiet.",
        UNSUPPORTED_MEDIA_TYPE:
          "De server heeft de bestanden niet geaccepteerd. Misschien heeft een proxy het verzoek gewijzigd.",
        NOT_FOUND: "Deze import bestaat niet meer.",
        BROKEN_OFF:
          "Het uploaden is afgebroken. Misschien is de server niet beschikbaar, zijn de bestanden te groot voor de server, of zijn ze gewijzigd.",
      },
      export: {
        title: "Export",
        hint: (domain) => `Downloadt alle gebeurtenissen van ${domain} met alle opgeslagen velden.`,
        from: "Van",
        to: "Tot en met",
        format: "Formaat",
        formats: {
          ndjson: "NDJSON, weer te importeren",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Wordt gedownload.",
        downloaded: "Gedownload.",
        download: "Downloaden",
      },
    },
    notifications: {
      send: "Test versturen",
      sendNamed: (name) => `Test versturen: ${name}`,
      sending: "Wordt verstuurd …",
      sent: (to) => `${to}: verstuurd.`,
      notSent: (to, problem) => `${to}: niet verstuurd. De reden: ${problem}`,
      toMe: "Jouw adres",
      changeNamed: (name) => `${name} wijzigen`,
      deleteTitle: (name) => `${name} verwijderen?`,
      name: "Naam",
      off: "Uit",
      mayNotWrite: "Je mag deze website zien, maar niet wijzigen.",
      noMail: {
        title: "Er is geen mailserver ingesteld",
        text: "Tot er een is ingesteld, krijgt niemand e-mails. De beheerder van deze server moet SMTP_URL, REPORT_FROM en BASE_URL instellen, bijvoorbeeld zoals hieronder, en Footfall opnieuw starten.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "Meer over e-mailrapporten",
        short: "Deze server kan nog geen e-mails versturen, omdat er geen mailserver is ingesteld.",
      },
      recipients: {
        title: "Wie bericht krijgt",
        me: (email) => `Ik, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `persoon ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `webhook ${id}`,
        addresses: "E-mailadressen",
        moreAddresses: "Andere e-mailadressen",
        addressesHint: "Eén per regel.",
        none: "Kies iemand of vul een adres in.",
        wrong: (name, error) => `${name}: ${error}`,
      },
      reports: {
        title: "E-mailrapporten",
        hint: "Een e-mail met de bezoekers, pagina’s, bronnen en doelen van de afgelopen periode, en hoe ze zijn veranderd.",
        periods: { day: "Elke dag", week: "Elke week", month: "Elke maand" },
        periodsTitle: "Hoe vaak",
        sendAt: "Tijd",
        sendAtHint: (zone) => `In de tijdzone van de website, ${zone}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            one: "Eén per regel. Als je dit leeg laat, gaan de rapporten naar het adres in REPORT_TO van de server.",
            other: `Eén per regel. Als je dit leeg laat, gaan de rapporten naar de ${count(number)} adressen in REPORT_TO van de server.`,
          }),
        off: "Niemand krijgt rapporten, omdat er geen frequentie is gekozen.",
        plan: (to, when, time) =>
          `Er gaat ${timesText(when)} om ${time} een e-mail naar ${list(to, "and")}.`,
        defaults: (number) =>
          plural(number, {
            one: "het adres in REPORT_TO",
            other: `de ${count(number)} adressen in REPORT_TO`,
          }),
        nobody: "Vul minstens één adres in.",
        last: {
          none: "In de afgelopen 60 dagen is er geen rapport verstuurd.",
          sent: (time) => `Het laatste rapport is verstuurd op ${time}.`,
          failed: (time, problem) =>
            `Het laatste rapport kon op ${time} niet worden verstuurd. De reden: ${problem}`,
        },
      },
      mine: {
        title: "E-mailrapporten van alle websites",
        hint: "Eén e-mail voor jou met de bezoekers en paginaweergaven van alle websites die je ziet, maximaal 200.",
        timezone: "Tijdzone",
        off: "Je krijgt deze e-mail niet, omdat er geen frequentie is gekozen.",
        plan: (email, when, time, zone) =>
          `Er gaat ${timesText(when)} om ${time} een e-mail naar ${email}, in de tijdzone ${zone}.`,
      },
      alerts: {
        title: "Waarschuwingen",
        hint: "Een bericht als er iets ongewoons gebeurt, en nog een als het voorbij is.",
        none: "Er zijn nog geen waarschuwingen.",
        add: "Waarschuwing toevoegen",
        addAction: "Waarschuwing toevoegen",
        added: "De waarschuwing staat aan. Verstuur een test om te zien of er iets aankomt.",
        deleteHint: "Er wordt dan niemand meer gewaarschuwd.",
        firingSince: (time) => `Afgegaan: ${time}`,
        firing: "Afgegaan",
        quietSince: (time) => `Rustig sinds ${time}.`,
        quiet: "Rustig, en nog nooit afgegaan.",
        isOff: "Staat uit.",
        last: {
          sent: (time) => `Het laatste bericht is verstuurd op ${time}.`,
          failed: (time, problem) =>
            `Het laatste bericht bereikte op ${time} niet iedereen. De reden: ${problem}`,
        },
        when: "Waarschuw me als",
        kinds: {
          silence: {
            option: "er niets binnenkomt",
            name: "Er komt niets binnen",
            hint: "Misschien is de website niet bereikbaar, of ontbreekt de trackingcode. Als er ’s nachts niemand komt, kies dan hieronder bepaalde uren.",
          },
          usualAbove: {
            option: "er meer zijn dan gewoonlijk",
            name: "Meer dan gewoonlijk",
            hint: "Vergeleken met de mediaan van dezelfde uren op deze dag van de week in de afgelopen vier weken. Daarvoor zijn gegevens van twee weken nodig.",
          },
          usualBelow: {
            option: "er minder zijn dan gewoonlijk",
            name: "Minder dan gewoonlijk",
            hint: "Vergeleken met de mediaan van dezelfde uren op deze dag van de week in de afgelopen vier weken. Daarvoor zijn gegevens van twee weken nodig.",
          },
          above: {
            option: "er meer zijn dan een bepaald aantal",
            name: "Meer dan een bepaald aantal",
            hint: "",
          },
          below: {
            option: "er minder zijn dan een bepaald aantal",
            name: "Minder dan een bepaald aantal",
            hint: "",
          },
          goal: {
            option: "een doel wordt bereikt",
            name: "Een doel wordt bereikt",
            hint: "",
          },
          other: { option: "zoals het is", name: "Waarschuwing", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Meer ${noun} dan gewoonlijk`,
          usualBelow: (noun) => `Minder ${noun} dan gewoonlijk`,
          above: (noun, number) => `Meer dan ${number} ${noun}`,
          below: (noun, number) => `Minder dan ${number} ${noun}`,
          goal: (goal) => `Doel ${goal} wordt bereikt`,
        },
        measure: "Meetwaarde",
        measures: {
          visitors: "Bezoekers",
          pageviews: "Paginaweergaven",
          events: "Aangepaste gebeurtenissen",
        },
        measureOfGoal: (goal) => `Doel ${goal}`,
        nouns: {
          visitors: (number) => plural(number, { one: "bezoeker", other: "bezoekers" }),
          pageviews: (number) =>
            plural(number, { one: "paginaweergave", other: "paginaweergaven" }),
          events: (number) =>
            plural(number, {
              one: "aangepaste gebeurtenis",
              other: "aangepaste gebeurtenissen",
            }),
        },
        nounOfGoal: (goal, number) =>
          plural(number, {
            one: `gebeurtenis van het doel ${goal}`,
            other: `gebeurtenissen van het doel ${goal}`,
          }),
        unknownGoal: (id) => `nummer ${id} (verwijderd)`,
        goal: "Doel",
        silentFor: "Gedurende",
        window: "Binnen",
        minutes: minutesText,
        more: "Meer dan",
        fewer: "Minder dan",
        least: "Minstens hoe vaak",
        timesAbove: "Meer dan",
        timesBelow: "Minder dan",
        times: (factor) => `${decimal(factor)} keer het gebruikelijke aantal`,
        share: (share) => `${shareText(share)} van het gebruikelijke aantal`,
        someHours: "Alleen tijdens bepaalde uren",
        from: "Van",
        until: "Tot",
        pause: "Maximaal één keer per",
        isOn: "De waarschuwing staat aan",
        does: {
          silence: (minutes) =>
            `Stuurt een bericht als er ${minutesText(minutes)} lang niets binnenkomt.`,
          usualAbove: (noun, factor, minutes) =>
            `Stuurt een bericht bij meer dan ${decimal(factor)} keer het gebruikelijke aantal ${noun} in ${minutesText(minutes)}.`,
          usualBelow: (noun, share, minutes) =>
            `Stuurt een bericht bij minder dan ${shareText(share)} van het gebruikelijke aantal ${noun} in ${minutesText(minutes)}.`,
          above: (noun, number, minutes) =>
            `Stuurt een bericht bij meer dan ${number} ${noun} in ${minutesText(minutes)}.`,
          below: (noun, number, minutes) =>
            `Stuurt een bericht bij minder dan ${number} ${noun} in ${minutesText(minutes)}.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Stuurt een bericht als het doel ${goal} binnen ${minutesText(minutes)} wordt bereikt.`,
              other: `Stuurt een bericht als het doel ${goal} binnen ${minutesText(minutes)} ${count(number)} keer wordt bereikt.`,
            }),
          other: "Stuurt een bericht volgens een regel die een programma heeft ingesteld.",
        },
        hours: (from, until, zone) =>
          `Kijkt alleen van ${from} tot ${until}, in de tijdzone ${zone}.`,
        goesTo: (to) => `Gaat naar ${list(to, "and")}.`,
        over: (minutes) =>
          `Meldt het maximaal één keer per ${minutesText(minutes)}, en nog eens als het voorbij is.`,
      },
      webhooks: {
        title: "Webhooks",
        hint: "Een webhook is een adres dat Footfall aanroept: een kanaal van Slack of Discord, of een eigen programma. Hij geldt voor alle websites.",
        none: "Er zijn nog geen webhooks.",
        add: "Webhook toevoegen",
        addAction: "Webhook toevoegen",
        added: "De webhook staat aan. Verstuur een test om te zien of er iets aankomt.",
        deleteHint:
          "Footfall roept hem niet meer aan. Waarschuwingen die hem gebruiken, slaan hem over.",
        url: "Adres",
        urlHint:
          "Het begint met https://. Slack en Discord tonen het waar je een inkomende webhook toevoegt.",
        format: "Formaat",
        formats: { json: "JSON, voor een programma", slack: "Slack", discord: "Discord" },
        events: "Wat hij van alle websites krijgt",
        eventsHint: "Waarschuwingen kiezen zelf hun webhooks.",
        eventNames: {
          report: "Rapporten die moeten worden verstuurd",
          import: "Imports die zijn beëindigd",
          goal: "Doelen die worden bereikt",
        },
        gets: { report: "rapporten", import: "beëindigde imports", goal: "doelen" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Krijgt de waarschuwingen die hem gebruiken.`
            : `${form}. Krijgt de waarschuwingen die hem gebruiken, en van alle websites: ${list(gets, "and")}.`,
        secret: "Geheim (optioneel)",
        secretHint:
          "Verzoeken worden met het geheim ondertekend, zodat het programma weet dat ze hiervandaan komen. Het wordt daarna nooit meer getoond.",
        secretKeep: "Er is al een geheim. Laat dit leeg om het te behouden.",
        secretRemove: "Geheim verwijderen",
        isOn: "De webhook staat aan",
        failed: (time) => `Uitgeschakeld op ${time}, omdat de aanroepen een week lang mislukten.`,
        last: {
          none: "In de afgelopen 60 dagen is hij niet aangeroepen.",
          sent: (time) => `De laatste aanroep kwam aan op ${time}.`,
          failed: (time, problem) => `De laatste aanroep mislukte op ${time}. De reden: ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed: "Het is ingepakt met bzip2, xz of zstd. Pak het uit, of pak het in met gzip.",
        classic_balancer:
          "Dit is het log van een Classic Load Balancer. Importeer de logs van de servers erachter.",
        s3: "Dit is het log van een S3-bucket. Importeer de logs van het CDN ervoor.",
        iso_times: "De tijden staan in ISO 8601. Log $time_local met nginx, of %t met Apache.",
        matomo_report:
          "Dit is een rapport van Matomo. Importeer wat Live.getLastVisitsDetails als JSON antwoordt.",
        swetrix:
          "Dit is een export van Swetrix, waar geen dagen in staan. Importeer de toegangslogs van de server.",
        rybbit: "Exports van Rybbit zijn niet te lezen. Importeer de toegangslogs van de server.",
        posthog: ({ path }) => `Dit zijn gebeurtenissen van PostHog. Stuur ze naar POST ${path}.`,
        cloudflare_analytics:
          "Dit is een antwoord van Cloudflare Web Analytics. Importeer http_requests van Logpush.",
        no_format: ({ formats }) => `De eerste regels hebben geen van deze formaten: ${formats}.`,
        lines_broken: ({ broken, lines }) => `${broken} van ${lines} regels zijn beschadigd.`,
        cloudflare_fields: ({ fields }) =>
          `In de regels ontbreekt: ${fields}. Voeg dit toe aan de velden van de Logpush-taak.`,
        w3c_no_fields: "Het begint niet met #Fields.",
        w3c_fields: ({ fields }) =>
          `In #Fields ontbreekt: ${fields}. Voeg dit toe aan de velden die de server logt.`,
        haproxy_captures:
          "De vastgelegde headers beginnen niet met de User-Agent. Leg de verzoekheaders User-Agent, Referer en Host vast, in deze volgorde.",
        agents_combined:
          "De User-Agents ontbreken. De server moet loggen in het formaat “combined”, dat ze bevat.",
        agents_caddy:
          "De User-Agents ontbreken. Geen filter van de directive “log” mag request>headers>User-Agent verwijderen.",
        agents_traefik:
          "De User-Agents ontbreken. Zet accessLog.fields.headers.names.User-Agent op “keep”.",
        agents_w3c:
          "De User-Agents ontbreken. Voeg cs(User-Agent) toe aan de velden die de server logt.",
        agents_alb:
          "De User-Agents ontbreken. Loadbalancers loggen ze altijd, dus zijn de regels gewijzigd.",
        agents_cloudflare:
          "De User-Agents ontbreken. Voeg ClientRequestUserAgent toe aan de velden van de Logpush-taak.",
        agents_nginx:
          'De User-Agents ontbreken. Voeg "http_user_agent":"$http_user_agent" toe aan log_format.',
        agents_haproxy:
          "De User-Agents ontbreken. Leg de verzoekheaders User-Agent, Referer en Host vast, in deze volgorde.",
        permission: "Footfall mag het niet lezen.",
        directory: "Het is een map.",
        empty_directory: "Er staat geen bestand in.",
        no_file: "Dit bestand bestaat niet.",
        gzip_cut: "De gzip-gegevens eindigen te vroeg.",
        gzip_corrupt: "De gzip-gegevens zijn beschadigd.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `${file} is niet te lezen: ${text}`,
        file_stopped: ({ file, why }) => `${file}: ${why} Er is niets geïmporteerd.`,
        file: named,
        gzip_broken: ({ file }) => `De gzip-gegevens van ${file} zijn beschadigd.`,
        no_zip: ({ file }) => `${file} is geen ZIP-archief.`,
        zip_broken: ({ file }) => `Het ZIP-archief ${file} is beschadigd of onvolledig.`,
        entry_forbidden: ({ entry, file }) => `De naam “${entry}” in ${file} is niet toegestaan.`,
        entry_encrypted: ({ entry, file }) => `“${entry}” in ${file} is versleuteld.`,
        entry_method: ({ entry, file }) =>
          `“${entry}” in ${file} is anders ingepakt dan met “store” of “deflate”.`,
        entry_twice: ({ entry, file }) => `“${entry}” staat twee keer in ${file}.`,
        entry_broken: ({ entry, file }) =>
          `De gegevens van “${entry}” in ${file} zijn beschadigd of onvolledig.`,
        entry_other: ({ entry, file }) =>
          `De inhoud van “${entry}” is niet wat de inhoudsopgave van ${file} zegt.`,
        zip_encrypted: ({ file }) => `${file} is versleuteld.`,
        zip_entries: ({ file, max }) => `${file} bevat meer dan ${max} bestanden.`,
        zip_entry_bytes: ({ file, max }) => `Een bestand in ${file} is groter dan ${max} bytes.`,
        zip_bytes: ({ file, max }) => `${file} is uitgepakt groter dan ${max} bytes.`,
        zip_name: ({ file }) => `Een naam of opmerking in ${file} is te lang.`,
        zip_overlap: ({ file }) => `Bestanden in ${file} overlappen elkaar.`,
        zip_empty: ({ file }) => `Er staan geen bestanden in ${file}.`,
        half_broken: ({ file }) => `Meer dan de helft van de rijen van ${file} is beschadigd.`,
        rows_broken: ({ broken, rows, file }) =>
          `${broken} van ${rows} rijen van ${file} zijn beschadigd. Er is niets geïmporteerd.`,
        other_days: ({ file, day }) =>
          `De meeste rijen van ${file} zijn van dagen die imported_visitors niet heeft, zoals ${day}.`,
        columns: ({ file, columns }) => `In ${file} ontbreken kolommen: ${columns}.`,
        same_table: ({ file, other }) => `${file} en ${other} zijn dezelfde tabel.`,
        tables: ({ file, max }) => `${file} bevat meer dan ${max} tabellen.`,
        json_list: ({ file }) => `${file} is geen lijst in JSON.`,
        json_end: ({ file }) => `${file} eindigt midden in de lijst.`,
        plausible_visitors: "De tabel imported_visitors ontbreekt.",
        umami_events: "website_event.csv ontbreekt.",
        umami_totals: ({ file }) =>
          `${file} hoort bij de export van totalen van Umami, waar geen datums in staan. Importeer de gegevensexport, met website_event.csv.`,
        umami_website: ({ websites }) =>
          `De bestanden bevatten meerdere websites. Vul de id van een ervan in: ${websites}.`,
        umami_other_website: ({ websites }) =>
          `De bestanden bevatten deze website niet. Ze bevatten: ${websites}.`,
        goatcounter: "Geen bestand heeft de kolom 2Path van GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} is een export van GoatCounter in versie ${version}. Alleen versie 2 kan worden geïmporteerd.`,
        simple_analytics: "Geen bestand heeft de kolommen added_iso en path van Simple Analytics.",
        matomo_error: ({ file }) => `${file} is een foutmelding van Matomo.`,
        matomo: ({ file }) => `${file} is geen lijst van bezoeken van Matomo.`,
        footfall: ({ file }) => `${file} is geen export van Footfall als NDJSON.`,
        ga4_list: ({ file }) =>
          `${file} is een lijst. Exporteer NDJSON, met één gebeurtenis per regel.`,
        ga4: ({ file }) => `${file} bevat geen gebeurtenissen van Google Analytics 4 als NDJSON.`,
        ga4_days:
          "Geen tabel heeft de cijfers van de dagen. Exporteer de datum met actieve gebruikers, sessies en weergaven, in het Engels.",
        fathom_days:
          "Geen tabel heeft de cijfers van de dagen. Voeg Site.csv toe, of een export zonder uitsplitsing.",
        option: "Bestanden van dit product hebben geen website-id nodig.",
        report_too_large: "Het rapport van de import is te groot geworden.",
        files_gone: "De bestanden van de import zijn er niet meer.",
        stopped: "De import is onverwacht gestopt. De reden staat in het log van de server.",
        cut_off: "Het commando is onderbroken voordat de import klaar was.",
        cut_off_again:
          "Het commando is onderbroken voordat de import klaar was. Voer het opnieuw uit om door te gaan.",
        interrupted: "Het commando is onderbroken.",
        interrupted_again: "Het commando is onderbroken. Voer het opnieuw uit om door te gaan.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `De ontvanger antwoordde ${status}, en Footfall volgt geen omleidingen.`,
        answer: ({ status }) => `De ontvanger antwoordde ${status}.`,
        no_answer: ({ seconds }) => `Er kwam geen antwoord binnen ${seconds} seconden.`,
        private_address: ({ host }) =>
          `${host} is een privéadres. WEBHOOK_PRIVATE_ADDRESSES=1 zou het toestaan.`,
        closed: "De verbinding is verbroken.",
        recipient_refused: "De mailserver heeft de ontvanger geweigerd.",
        no_mail_server:
          "Deze server kan nog geen e-mails versturen, omdat er geen mailserver is ingesteld.",
        not_called: "De webhook kon niet worden aangeroepen. Eigenaars zien de reden.",
        not_mailed: "De e-mail kon niet worden verzonden. Eigenaars zien de reden.",
        no_webhook: "Deze webhook bestaat niet meer.",
        no_person: "Deze persoon bestaat niet meer, of is geblokkeerd.",
        may_not_see: "Deze persoon mag de website niet zien.",
        unknown: "De reden is onbekend.",
      },
    },
  };
};
