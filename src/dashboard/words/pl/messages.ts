import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Polish: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"pl">): MessageTables => {
  const rows = (number: number) =>
    plural(number, {
      one: `${count(number)} wiersz`,
      few: `${count(number)} wiersze`,
      many: `${count(number)} wierszy`,
      other: `${count(number)} wiersza`,
    });
  const days = (number: number) =>
    plural(number, {
      one: `${count(number)} dzień`,
      few: `${count(number)} dni`,
      many: `${count(number)} dni`,
      other: `${count(number)} dnia`,
    });
  const vanish = (number: number) =>
    plural(number, {
      one: `Ze statystyk zniknie ${rows(number)}`,
      few: `Ze statystyk znikną ${rows(number)}`,
      many: `Ze statystyk zniknie ${rows(number)}`,
      other: `Ze statystyk zniknie ${rows(number)}`,
    });
  // As after "z".
  const of = (source: string) => (source === "Logi dostępu" ? "logów dostępu" : source);
  // As after "w ciągu".
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} dni`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} godzin`;
    return minutes === 1 ? "1 minuty" : `${count(minutes)} minut`;
  };
  const factorText = (factor: number) => {
    const text = decimal(factor);
    const many = `${text} razy`;
    return plural(factor, { one: `${text} raz`, few: many, many, other: `${text} raza` });
  };
  const shares: Readonly<Record<string, string>> = {
    "0.75": "trzy czwarte",
    "0.5": "połowa",
    "0.25": "jedna czwarta",
    "0.1": "jedna dziesiąta",
  };
  const shareText = (share: number) => shares[share] ?? percent(share);
  const times = {
    day: "codziennie",
    week: "w każdy poniedziałek",
    month: "pierwszego dnia każdego miesiąca",
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
      required: "Proszę wypełnić to pole.",
      required_password: "Proszę ustawić hasło, bo bez niego nikt nie zobaczy statystyk.",
      text: "Proszę wpisać tekst.",
      text_length: ({ min, max }) => `Proszę użyć od ${min} do ${max} znaków.`,
      text_max: ({ max }) => `Proszę użyć najwyżej ${max} znaków.`,
      characters_max: ({ max }) => `Proszę użyć najwyżej ${max} znaków.`,
      hidden_characters: "Znaki sterujące i znaki zmieniające kierunek tekstu są niedozwolone.",
      lines_max: ({ max }) => `Limit wierszy to ${max}.`,
      no_email: "Hasło nie może być adresem e-mail.",
      email: ({ max }) => `Proszę podać jeden adres e-mail, najwyżej ${max} znaków.`,
      email_taken: "Ten adres e-mail należy do innej osoby.",
      password_of_now: "Proszę podać obecne hasło.",
      password_wrong: "To nie jest obecne hasło.",
      link_over: "Ten link nie jest już ważny. Nowy może utworzyć właściciel.",
      last_owner: "Musi być co najmniej jeden aktywny właściciel.",
      person_disabled: "Ta osoba jest zablokowana.",
      grants_max: ({ max }) =>
        `Jedna osoba może mieć uprawnienia do najwyżej ${max} witryn. Zamiast tego można jej dać uprawnienie do wszystkich witryn.`,
      people_max: ({ max }) => `Limit osób to ${max}.`,
      keys_max: ({ max }) => `Limit kluczy to ${max}.`,
      domain: "Proszę podać nazwę domeny, na przykład example.com, bez portu i ścieżki.",
      domain_taken: "Ta witryna jest już dodana.",
      aliases: ({ max }) =>
        `Limit aliasów to ${max}. Mogą zawierać litery, cyfry, kropki, łączniki i podkreślenia.`,
      alias_taken: ({ name }) => `Inna witryna ma już nazwę ${name}.`,
      timezone: "Proszę wybrać strefę czasową z listy, na przykład Europe/Warsaw.",
      param_name: ({ name }) =>
        `„${name}” nie jest nazwą parametru zapytania. Nazwa może kończyć się znakiem *.`,
      ip: ({ text }) => `„${text}” nie jest adresem IP ani zakresem takim jak 203.0.113.0/24.`,
      date: "Proszę wybrać prawidłową datę.",
      time_of_day: "Proszę podać godzinę, na przykład 09:30.",
      time_in_future: "Proszę wybrać termin w przyszłości.",
      time_past: "Proszę wybrać termin w przyszłości.",
      name_taken: "Ta nazwa jest już zajęta.",
      segment_missing: "Ten segment już nie istnieje.",
      segment_broken: "Filtr tego segmentu już nie działa, bo jego cel lub lejek został usunięty.",
      matcher_exclamation:
        "Tekst nie może zaczynać się od znaku !. Aby użyć tego znaku, proszę wpisać \\!.",
      matcher_tilde: "Po ~ proszę wpisać tekst.",
      matcher_value: "Proszę wpisać tekst, liczbę, true lub false.",
      matcher_props: ({ max }) => `Limit właściwości to ${max}.`,
      steps: ({ min, max }) => `Lejek ma od ${min} do ${max} kroków.`,
      files_max: ({ max }) => `Limit plików to ${max}.`,
      file_names: ({ max }) => `Nazwa pliku może mieć najwyżej ${max} znaków.`,
      files_empty: "Pliki są puste. Proszę wybrać produkt, z którego pochodzą.",
      file_unknown: ({ name }) =>
        `Format pliku ${name} jest nieznany. Proszę wybrać produkt, z którego pochodzi.`,
      alert_recipients: ({ max }) => `Proszę wybrać od 1 do ${max} osób, webhooków lub adresów.`,
      report_recipients: ({ max }) => `Limit adresów to ${max}.`,
      recipient_person: "Ta osoba nie ma dostępu do witryny.",
      recipient_webhook: "Ten webhook już nie istnieje.",
      goal_missing: "Ten cel już nie istnieje.",
      http_url: "Proszę podać adres, który zaczyna się od https:// lub http://.",
      url_user: "Adres nie może zawierać nazwy użytkownika ani hasła.",
      webhooks_max: ({ max }) => `Limit webhooków to ${max}.`,
      two_hours: "Proszę wybrać dwie różne godziny.",
      integer: ({ min, max }) => `Proszę podać liczbę całkowitą od ${min} do ${max}.`,
      number: ({ min, max }) => `Proszę podać liczbę od ${min} do ${max}.`,
      compared_window: ({ min }) => `Proszę wybrać co najmniej ${min} minut.`,
      clock: "Proszę podać godzinę, na przykład 09:30.",
      secret: ({ max }) => `Proszę użyć najwyżej ${max} znaków.`,
      api_key: "Proszę podać klucz API.",
      key_rights: "Proszę wybrać co najmniej jedno uprawnienie.",
      key_websites: ({ max }) => `Proszę wybrać od 1 do ${max} witryn albo wszystkie.`,
      grants: ({ max }) =>
        `Jedna osoba może mieć uprawnienia do najwyżej ${max} witryn. Zamiast tego można jej dać uprawnienie do wszystkich witryn.`,
      share_reports: "Proszę wybrać co najmniej jeden raport.",
      to_before_from: "Pierwszy dzień nie może być późniejszy niż ostatni.",
      filter_empty: "Filtr nie ma wartości.",
      filter_goal: "Ten cel już nie istnieje.",
      filter_step: "Ten krok lejka już nie istnieje.",
      filters_max: ({ max }) => `Limit wartości wszystkich filtrów razem to ${max}.`,
      segment_values: ({ max }) => `Limit wartości segmentu i filtrów razem to ${max}.`,
      segment_filters: ({ max }) => `Segment ma od 1 do ${max} filtrów.`,
      goal_watched: ({ name }) => `Alert „${name}” dotyczy tego celu.`,
      webhook_named: ({ name, domain }) =>
        `Alert „${name}” witryny ${domain} powiadamia ten webhook.`,
      segment_shared: ({ name }) => `Udostępniony link „${name}” pokazuje ten segment.`,
      definitions_max: ({ max }) => `Limit dla jednej witryny to ${max}.`,
      definition_size: "To jest za duże, aby je zapisać.",
      definitions_size:
        "Cele, lejki, segmenty i podobne elementy tej witryny są razem za duże. Proszę usunąć kilka z nich.",
      no_mail_server:
        "Ten serwer nie może jeszcze wysyłać e-maili, bo nie skonfigurowano serwera poczty.",
      key_address: "Proszę podać adres, bo klucz go nie ma.",
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
        "access-log": "Logi dostępu",
      },
      rows,
      import: "Import",
      hint: (domain, timezone) =>
        `Wczytuje do ${domain} historię z innego produktu albo z logów dostępu. Dni są liczone w strefie czasowej ${timezone}. Dni, które mają już statystyki, pozostają bez zmian.`,
      filesToImport: "Pliki do importu",
      files: "Pliki",
      filesHint:
        "Można wybrać jeden lub kilka plików albo upuścić je tutaj: w takiej postaci, w jakiej je wyeksportowano, także jako ZIP lub gzip.",
      chosenFiles: "Wybrane pliki",
      source: "Produkt",
      anySource: "Wykryj automatycznie",
      websiteId: "Identyfikator witryny",
      websiteIdHint: "Identyfikator w Umami. Jest potrzebny, jeśli pliki zawierają kilka witryn.",
      check: "Sprawdź",
      progress: "Postęp",
      rowsRead: (number) => `Odczytano ${rows(number)}`,
      sendingForCheck: "Trwa wysyłanie plików do sprawdzenia.",
      sending: "Trwa wysyłanie plików.",
      checking: "Trwa sprawdzanie plików. Nic jeszcze nie jest importowane.",
      begun: "Import się rozpoczął i będzie trwać także po opuszczeniu tej strony.",
      importedBefore: "Te pliki już zaimportowano. Ich import jest na liście poniżej.",
      result: "Wynik sprawdzenia",
      cannotBeImported: "Tych plików nie można zaimportować",
      wouldDo: "Co zrobi import",
      nothingToImport: "Nie ma nic do zaimportowania",
      report: {
        from: "Pochodzenie",
        totalsOf: (source) => `${source}, sumy dzienne`,
        eventsOf: (source) => `${source}, zdarzenia`,
        days: "Dni",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Dodane do istniejących dni",
        noDays: "Brak",
        daysLeft: "Pominięte dni",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} ma już statystyki`,
              few: `${days(number)} mają już statystyki`,
              many: `${days(number)} ma już statystyki`,
              other: `${days(number)} ma już statystyki`,
            }),
          imported: (number) => `${days(number)} z innego importu`,
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} jeszcze się nie skończył`,
              few: `${days(number)} jeszcze się nie skończyły`,
              many: `${days(number)} jeszcze się nie skończyło`,
              other: `${days(number)} jeszcze się nie skończyło`,
            }),
        },
        rowsRead: "Odczytane wiersze",
        rowsImported: "Zaimportowane wiersze",
        rowsSkipped: "Pominięte wiersze",
        skipped: {
          broken: (number) => `${rows(number)} nie do odczytania`,
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} już istniał`,
              few: `${rows(number)} już istniały`,
              many: `${rows(number)} już istniało`,
              other: `${rows(number)} już istniało`,
            }),
          bot: (number) => `${rows(number)} od botów`,
          ip: (number) => `${rows(number)} z wykluczonych adresów`,
          hostname: (number) => `${rows(number)} z innego hosta`,
          day_left: (number) =>
            number === 1
              ? `${rows(number)} z dnia, który pozostaje bez zmian`
              : `${rows(number)} z dni, które pozostają bez zmian`,
          not_over: (number) =>
            number === 1
              ? `${rows(number)} z dnia, który się nie skończył`
              : `${rows(number)} z dni, które się nie skończyły`,
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} to nie odsłona ani zdarzenie`,
              few: `${rows(number)} to nie odsłony ani zdarzenia`,
              many: `${rows(number)} to nie odsłony ani zdarzenia`,
              other: `${rows(number)} to nie odsłona ani zdarzenie`,
            }),
          visitor: (number) => `${rows(number)} bez identyfikatora odwiedzającego`,
          time: (number) => `${rows(number)} z nieprawidłowym czasem`,
        },
        skippedFor: (number, reason) => `${rows(number)}: ${reason}`,
        unknown: "Nierozpoznane nazwy",
        unknownHint: "Są liczone jako (nieznane). W nawiasach podano liczbę wierszy.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join(", ")}`,
        notRead: "Nieodczytane pliki",
        totalsHint:
          "To są sumy dzienne. Filtry, cele, lejki, ścieżki i przychód nie są w tych dniach dostępne. Strefa czasowa eksportu musi być taka sama jak strefa czasowa witryny.",
        visitorsHint: "Odwiedzający są liczeni osobno każdego dnia, jak wszędzie w Footfall.",
      },
      list: {
        title: "Importy",
        none: "Nic jeszcze nie zaimportowano.",
        status: {
          running: "W toku",
          done: "Zakończony",
          failed: "Nieudany",
          deleting: "Cofany",
        },
        isRunning: "Trwa import.",
        isBeingUndone: "Trwa cofanie importu.",
        isUndone: "Import został cofnięty.",
        isDone: (source) => `Import z ${of(source)} jest zakończony.`,
        hasFailed: (source) => `Import z ${of(source)} się nie udał.`,
        removing: "Trwa usuwanie jego danych.",
        addedNothing: "Niczego nie dodał.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "bez plików",
        filesAndMore: (name, others) =>
          plural(others, {
            one: `${name} i jeszcze 1`,
            few: `${name} i jeszcze ${count(others)}`,
            many: `${name} i jeszcze ${count(others)}`,
            other: `${name} i jeszcze ${count(others)}`,
          }),
        undo: { running: "Zatrzymaj", done: "Cofnij", failed: "Usuń" },
        undoNamed: {
          running: (id, source) => `Zatrzymaj import ${id} z ${of(source)}`,
          done: (id, source) => `Cofnij import ${id} z ${of(source)}`,
          failed: (id, source) => `Usuń import ${id} z ${of(source)}`,
        },
        report: "Raport",
        reportOf: (id) => `Raport z importu ${id}`,
        statistics: "Statystyki",
        statisticsOf: (id) => `Statystyki dni z importu ${id}`,
      },
      undo: {
        keep: "Zachowaj",
        stop: {
          title: (source) => `Zatrzymać import z ${of(source)}?`,
          text: "Import się zatrzyma, a wszystko, co dodał, zostanie usunięte.",
          button: "Zatrzymaj import",
        },
        remove: {
          title: (source) => `Usunąć import z ${of(source)}?`,
          button: "Usuń import",
          nothing: "Import niczego nie dodał. Zostanie usunięty tylko ten wpis.",
          nothingButton: "Usuń wpis",
        },
        undo: {
          title: (source) => `Cofnąć import z ${of(source)}?`,
          button: "Cofnij import",
        },
        rows: (number) =>
          `${vanish(number)}. To, co Footfall zebrał sam, pozostanie. Te same pliki można zaimportować ponownie.`,
        rowsOfDays: (number, dayCount, range) =>
          `${vanish(number)} (${days(dayCount)}, ${range}). To, co Footfall zebrał sam, pozostanie. Te same pliki można zaimportować ponownie.`,
      },
      failures: {
        IMPORT_RUNNING:
          "Inny import do tej witryny trwa, jest sprawdzany lub cofany. Proszę poczekać, aż się zakończy, i spróbować ponownie.",
        BODY_TOO_LARGE:
          "Pliki są większe, niż przyjmuje serwer. Limit określa jego ustawienie IMPORT_BYTES_MAX.",
        UNSUPPORTED_MEDIA_TYPE:
          "Serwer nie przyjął plików. Być może żądanie zostało zmienione przez serwer proxy.",
        NOT_FOUND: "Ten import już nie istnieje.",
        BROKEN_OFF:
          "Wysyłanie zostało przerwane. Być może serwer jest niedostępny, pliki są dla niego za duże albo się zmieniły.",
      },
      export: {
        title: "Eksport",
        hint: (domain) =>
          `Pobiera wszystkie zdarzenia z ${domain} wraz ze wszystkimi zapisanymi polami.`,
        from: "Od",
        to: "Do",
        format: "Format",
        formats: {
          ndjson: "NDJSON, do ponownego importu",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Trwa pobieranie.",
        downloaded: "Pobrano.",
        download: "Pobierz",
      },
    },
    notifications: {
      send: "Wyślij test",
      sendNamed: (name) => `Wyślij test: ${name}`,
      sending: "Wysyłanie…",
      sent: (to) => `${to}: wysłano.`,
      notSent: (to, problem) => `${to}: nie wysłano. Powód: ${problem}`,
      toMe: "Ja",
      changeNamed: (name) => `Zmień: ${name}`,
      deleteTitle: (name) => `Usunąć „${name}”?`,
      name: "Nazwa",
      off: "Wyłączone",
      mayNotWrite: "Tę witrynę można tylko oglądać. Brak uprawnień do jej zmiany.",
      noMail: {
        title: "Nie skonfigurowano serwera poczty",
        text: "Dopóki go nie ma, nikt nie dostaje e-maili. Administrator tego serwera ustawia SMTP_URL, REPORT_FROM i BASE_URL, na przykład tak jak poniżej, i ponownie uruchamia Footfall.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "Więcej o raportach e-mail",
        short: "Ten serwer nie może jeszcze wysyłać e-maili, bo nie skonfigurowano serwera poczty.",
      },
      recipients: {
        title: "Kogo powiadomić",
        me: (email) => `Ja, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `osoba ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `webhook ${id}`,
        addresses: "Adresy e-mail",
        moreAddresses: "Inne adresy e-mail",
        addressesHint: "Po jednym w wierszu.",
        none: "Proszę wybrać kogoś lub podać adres.",
        wrong: (name, error) => `${name}: ${error}`,
      },
      reports: {
        title: "Raporty e-mail",
        hint: "Wiadomość o odwiedzających, stronach, źródłach i celach z ostatniego okresu oraz o zmianach.",
        periods: { day: "Codziennie", week: "Co tydzień", month: "Co miesiąc" },
        periodsTitle: "Jak często",
        sendAt: "Godzina",
        sendAtHint: (zone) => `W strefie czasowej witryny, ${zone}.`,
        addressesOrDefault: (number) =>
          number === 1
            ? "Po jednym w wierszu. Jeśli pole jest puste, raporty trafiają na adres z ustawienia REPORT_TO serwera."
            : `Po jednym w wierszu. Jeśli pole jest puste, raporty trafiają na adresy z ustawienia REPORT_TO serwera (${count(number)}).`,
        off: "Nikt nie dostaje raportów, bo nie wybrano żadnej częstotliwości.",
        plan: (to, when, time) =>
          `Wiadomość jest wysyłana ${timesText(when)} o ${time}. Odbiorcy: ${list(to, "and")}.`,
        defaults: (number) =>
          number === 1 ? "adres z REPORT_TO" : `adresy z REPORT_TO (${count(number)})`,
        nobody: "Proszę podać co najmniej jeden adres.",
        last: {
          none: "W ciągu ostatnich 60 dni nie wysłano raportu.",
          sent: (time) => `Ostatni raport wysłano: ${time}.`,
          failed: (time, problem) =>
            `Ostatniego raportu nie udało się wysłać (${time}). Powód: ${problem}`,
        },
      },
      mine: {
        title: "Raporty e-mail ze wszystkich witryn",
        hint: "Jedna wiadomość o odwiedzających i odsłonach we wszystkich dostępnych witrynach, najwyżej 200.",
        timezone: "Strefa czasowa",
        off: "Takie wiadomości nie przychodzą, bo nie wybrano żadnej częstotliwości.",
        plan: (email, when, time, zone) =>
          `Wiadomość na adres ${email} jest wysyłana ${timesText(when)} o ${time} w strefie czasowej ${zone}.`,
      },
      alerts: {
        title: "Alerty",
        hint: "Wiadomość, gdy dzieje się coś nietypowego, i kolejna, gdy to minie.",
        none: "Nie ma jeszcze alertów.",
        add: "Dodaj alert",
        addAction: "Dodaj alert",
        added: "Alert jest włączony. Test pokaże, czy wiadomość dociera.",
        deleteHint: "Alert nikogo już nie powiadomi.",
        firingSince: (time) => `Wyzwolony od: ${time}`,
        firing: "Wyzwolony",
        quietSince: (time) => `Spokój od: ${time}.`,
        quiet: "Spokój, alert nie został jeszcze wyzwolony.",
        isOff: "Wyłączony.",
        last: {
          sent: (time) => `Ostatnią wiadomość wysłano: ${time}.`,
          failed: (time, problem) =>
            `Ostatnia wiadomość (${time}) nie dotarła do wszystkich. Powód: ${problem}`,
        },
        when: "Powiadom, gdy",
        kinds: {
          silence: {
            option: "nic nie dociera",
            name: "Nic nie dociera",
            hint: "Witryna może nie działać albo może brakować jej kodu śledzenia. Jeśli w nocy nie ma ruchu, można poniżej wybrać godziny.",
          },
          usualAbove: {
            option: "jest więcej niż zwykle",
            name: "Więcej niż zwykle",
            hint: "W porównaniu z medianą z tych samych godzin tego samego dnia tygodnia w ostatnich czterech tygodniach. Potrzebne są dane z dwóch tygodni.",
          },
          usualBelow: {
            option: "jest mniej niż zwykle",
            name: "Mniej niż zwykle",
            hint: "W porównaniu z medianą z tych samych godzin tego samego dnia tygodnia w ostatnich czterech tygodniach. Potrzebne są dane z dwóch tygodni.",
          },
          above: {
            option: "liczba przekracza próg",
            name: "Powyżej progu",
            hint: "",
          },
          below: {
            option: "liczba spada poniżej progu",
            name: "Poniżej progu",
            hint: "",
          },
          goal: { option: "cel zostanie osiągnięty", name: "Osiągnięto cel", hint: "" },
          other: { option: "bez zmian", name: "Alert", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Więcej ${noun} niż zwykle`,
          usualBelow: (noun) => `Mniej ${noun} niż zwykle`,
          above: (noun, number) => `Więcej niż ${number} ${noun}`,
          below: (noun, number) => `Mniej niż ${number} ${noun}`,
          goal: (goal) => `Osiągnięto cel ${goal}`,
        },
        measure: "Wskaźnik",
        measures: {
          visitors: "Odwiedzający",
          pageviews: "Odsłony",
          events: "Zdarzenia własne",
        },
        measureOfGoal: (goal) => `Cel ${goal}`,
        nouns: {
          visitors: (number) => (number === 1 ? "odwiedzający" : "odwiedzających"),
          pageviews: (number) =>
            plural(number, { one: "odsłona", few: "odsłony", many: "odsłon", other: "odsłony" }),
          events: (number) =>
            plural(number, {
              one: "zdarzenie własne",
              few: "zdarzenia własne",
              many: "zdarzeń własnych",
              other: "zdarzenia własnego",
            }),
        },
        nounOfGoal: (goal, number) =>
          plural(number, {
            one: `zdarzenie celu ${goal}`,
            few: `zdarzenia celu ${goal}`,
            many: `zdarzeń celu ${goal}`,
            other: `zdarzenia celu ${goal}`,
          }),
        unknownGoal: (id) => `numer ${id} (usunięty)`,
        goal: "Cel",
        silentFor: "Od co najmniej",
        window: "W ciągu",
        minutes: minutesText,
        more: "Więcej niż",
        fewer: "Mniej niż",
        least: "Co najmniej ile razy",
        timesAbove: "Więcej niż",
        timesBelow: "Mniej niż",
        times: (factor) => `${factorText(factor)} tyle co zwykle`,
        share: (share) => `${shareText(share)} typowej liczby`,
        someHours: "Tylko w określonych godzinach",
        from: "Od",
        until: "Do",
        pause: "Najwyżej raz w ciągu",
        isOn: "Alert jest włączony",
        does: {
          silence: (minutes) => `Wysyła wiadomość, gdy od ${minutesText(minutes)} nic nie dociera.`,
          usualAbove: (noun, factor, minutes) =>
            `Wysyła wiadomość, gdy w ciągu ${minutesText(minutes)} liczba ${noun} jest ponad ${factorText(factor)} większa niż zwykle.`,
          usualBelow: (noun, share, minutes) =>
            `Wysyła wiadomość, gdy w ciągu ${minutesText(minutes)} liczba ${noun} jest mniejsza niż ${shareText(share)} typowej liczby.`,
          above: (noun, number, minutes) =>
            `Wysyła wiadomość, gdy w ciągu ${minutesText(minutes)} jest więcej niż ${number} ${noun}.`,
          below: (noun, number, minutes) =>
            `Wysyła wiadomość, gdy w ciągu ${minutesText(minutes)} jest mniej niż ${number} ${noun}.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Wysyła wiadomość, gdy cel ${goal} zostanie osiągnięty w ciągu ${minutesText(minutes)}.`,
              few: `Wysyła wiadomość, gdy cel ${goal} zostanie osiągnięty ${count(number)} razy w ciągu ${minutesText(minutes)}.`,
              many: `Wysyła wiadomość, gdy cel ${goal} zostanie osiągnięty ${count(number)} razy w ciągu ${minutesText(minutes)}.`,
              other: `Wysyła wiadomość, gdy cel ${goal} zostanie osiągnięty ${count(number)} razy w ciągu ${minutesText(minutes)}.`,
            }),
          other: "Wysyła wiadomość według reguły, którą ustalił program.",
        },
        hours: (from, until, zone) =>
          `Sprawdza tylko od ${from} do ${until} w strefie czasowej ${zone}.`,
        goesTo: (to) => `Odbiorcy: ${list(to, "and")}.`,
        over: (minutes) =>
          `Powiadamia najwyżej raz w ciągu ${minutesText(minutes)} i jeszcze raz, gdy to minie.`,
      },
      webhooks: {
        title: "Webhooki",
        hint: "Webhook to adres, który Footfall wywołuje: kanał w Slacku lub Discordzie albo własny program. Działa dla wszystkich witryn.",
        none: "Nie ma jeszcze webhooków.",
        add: "Dodaj webhook",
        addAction: "Dodaj webhook",
        added: "Webhook jest włączony. Test pokaże, czy coś dociera.",
        deleteHint:
          "Footfall nie będzie go już wywoływać. Alerty, które go używają, będą go pomijać.",
        url: "Adres",
        urlHint:
          "Zaczyna się od https://. Slack i Discord pokazują go tam, gdzie dodaje się webhook przychodzący.",
        format: "Format",
        formats: { json: "JSON, dla programu", slack: "Slack", discord: "Discord" },
        events: "Co dostaje ze wszystkich witryn",
        eventsHint: "Alerty same wybierają swoje webhooki.",
        eventNames: {
          report: "Raporty, gdy nadchodzi ich termin",
          import: "Importy, gdy się kończą",
          goal: "Cele, gdy zostają osiągnięte",
        },
        gets: { report: "raporty", import: "zakończenia importów", goal: "cele" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Dostaje alerty, które go wybrały.`
            : `${form}. Dostaje alerty, które go wybrały, a ze wszystkich witryn: ${list(gets, "and")}.`,
        secret: "Sekret (opcjonalnie)",
        secretHint:
          "Żądania są nim podpisywane, aby program wiedział, że pochodzą stąd. Potem nie jest już nigdy pokazywany.",
        secretKeep: "Jest już ustawiony. Puste pole go zachowuje.",
        secretRemove: "Usuń sekret",
        isOn: "Webhook jest włączony",
        failed: (time) => `Wyłączony (${time}), bo wywołania nie udawały się przez tydzień.`,
        last: {
          none: "W ciągu ostatnich 60 dni nie był wywoływany.",
          sent: (time) => `Ostatnie wywołanie dotarło: ${time}.`,
          failed: (time, problem) =>
            `Ostatnie wywołanie się nie udało (${time}). Powód: ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed:
          "Plik jest spakowany programem bzip2, xz lub zstd. Proszę go rozpakować albo spakować programem gzip.",
        classic_balancer:
          "To log usługi Classic Load Balancer. Proszę zaimportować logi serwerów, które są za nią.",
        s3: "To log zasobnika S3. Proszę zaimportować logi sieci CDN, która jest przed nim.",
        iso_times:
          "Czasy są w formacie ISO 8601. Należy zapisywać $time_local w nginx albo %t w Apache.",
        matomo_report:
          "To raport programu Matomo. Proszę zaimportować odpowiedź Live.getLastVisitsDetails w formacie JSON.",
        swetrix:
          "To eksport z programu Swetrix, w którym nie ma dni. Proszę zaimportować logi dostępu serwera.",
        rybbit:
          "Eksportów z programu Rybbit nie można odczytać. Proszę zaimportować logi dostępu serwera.",
        posthog: ({ path }) => `To zdarzenia z programu PostHog. Proszę je wysłać na POST ${path}.`,
        cloudflare_analytics:
          "To odpowiedź Cloudflare Web Analytics. Proszę zaimportować http_requests z Logpush.",
        no_format: ({ formats }) =>
          `Pierwsze wiersze nie mają żadnego z tych formatów: ${formats}.`,
        lines_broken: ({ broken, lines }) => `Uszkodzone wiersze: ${broken} z ${lines}.`,
        cloudflare_fields: ({ fields }) =>
          `W wierszach brakuje: ${fields}. Proszę to dodać do pól zadania Logpush.`,
        w3c_no_fields: "Plik nie zaczyna się od #Fields.",
        w3c_fields: ({ fields }) =>
          `W #Fields brakuje: ${fields}. Proszę to dodać do pól, które zapisuje serwer.`,
        haproxy_captures:
          "Przechwycone nagłówki nie zaczynają się od User-Agent. Należy przechwytywać nagłówki żądań User-Agent, Referer i Host, w tej kolejności.",
        agents_combined:
          "Brakuje nagłówków User-Agent. Serwer musi zapisywać logi w formacie „combined”, który je zawiera.",
        agents_caddy:
          "Brakuje nagłówków User-Agent. Żaden filtr dyrektywy „log” nie może usuwać request>headers>User-Agent.",
        agents_traefik:
          "Brakuje nagłówków User-Agent. Należy ustawić accessLog.fields.headers.names.User-Agent na „keep”.",
        agents_w3c:
          "Brakuje nagłówków User-Agent. Proszę dodać cs(User-Agent) do pól, które zapisuje serwer.",
        agents_alb:
          "Brakuje nagłówków User-Agent. Load balancery zawsze je zapisują, więc wiersze zostały zmienione.",
        agents_cloudflare:
          "Brakuje nagłówków User-Agent. Proszę dodać ClientRequestUserAgent do pól zadania Logpush.",
        agents_nginx:
          'Brakuje nagłówków User-Agent. Proszę dodać "http_user_agent":"$http_user_agent" do log_format.',
        agents_haproxy:
          "Brakuje nagłówków User-Agent. Należy przechwytywać nagłówki żądań User-Agent, Referer i Host, w tej kolejności.",
        permission: "Footfall nie ma prawa go odczytać.",
        directory: "To jest katalog.",
        empty_directory: "Nie ma w nim żadnego pliku.",
        no_file: "Ten plik nie istnieje.",
        gzip_cut: "Dane gzip kończą się za wcześnie.",
        gzip_corrupt: "Dane gzip są uszkodzone.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `Nie można odczytać ${file}: ${text}`,
        file_stopped: ({ file, why }) => `${file}: ${why} Niczego nie zaimportowano.`,
        file: named,
        gzip_broken: ({ file }) => `Dane gzip pliku ${file} są uszkodzone.`,
        no_zip: ({ file }) => `${file} nie jest archiwum ZIP.`,
        zip_broken: ({ file }) => `Archiwum ZIP ${file} jest uszkodzone lub niepełne.`,
        entry_forbidden: ({ entry, file }) => `Nazwa „${entry}” w ${file} jest niedozwolona.`,
        entry_encrypted: ({ entry, file }) => `„${entry}” w ${file} jest zaszyfrowany.`,
        entry_method: ({ entry, file }) =>
          `„${entry}” w ${file} jest spakowany inaczej niż metodą „store” lub „deflate”.`,
        entry_twice: ({ entry, file }) => `„${entry}” występuje w ${file} dwa razy.`,
        entry_broken: ({ entry, file }) => `Dane „${entry}” w ${file} są uszkodzone lub niepełne.`,
        entry_other: ({ entry, file }) =>
          `Zawartość „${entry}” jest inna, niż podaje spis plików ${file}.`,
        zip_encrypted: ({ file }) => `Plik ${file} jest zaszyfrowany.`,
        zip_entries: ({ max, file }) =>
          `Limit plików w archiwum to ${max}, a ${file} ma ich więcej.`,
        zip_entry_bytes: ({ file, max }) => `Plik w ${file} przekracza limit bajtów, czyli ${max}.`,
        zip_bytes: ({ file, max }) =>
          `Po rozpakowaniu ${file} przekracza limit bajtów, czyli ${max}.`,
        zip_name: ({ file }) => `Nazwa lub komentarz w ${file} są za długie.`,
        zip_overlap: ({ file }) => `Pliki w ${file} nakładają się na siebie.`,
        zip_empty: ({ file }) => `W ${file} nie ma plików.`,
        half_broken: ({ file }) => `Ponad połowa wierszy pliku ${file} jest uszkodzona.`,
        rows_broken: ({ file, broken, rows }) =>
          `Uszkodzone wiersze pliku ${file}: ${broken} z ${rows}. Niczego nie zaimportowano.`,
        other_days: ({ file, day }) =>
          `Większość wierszy pliku ${file} dotyczy dni, których nie ma w imported_visitors, na przykład ${day}.`,
        columns: ({ file, columns }) => `W pliku ${file} brakuje kolumn: ${columns}.`,
        same_table: ({ file, other }) => `${file} i ${other} to ta sama tabela.`,
        tables: ({ max, file }) => `Limit tabel w pliku to ${max}, a ${file} ma ich więcej.`,
        json_list: ({ file }) => `${file} nie jest listą w formacie JSON.`,
        json_end: ({ file }) => `${file} kończy się w środku listy.`,
        plausible_visitors: "Brakuje tabeli imported_visitors.",
        umami_events: "Brakuje pliku website_event.csv.",
        umami_totals: ({ file }) =>
          `${file} pochodzi z eksportu sum Umami, w którym nie ma dat. Proszę zaimportować eksport danych, który zawiera website_event.csv.`,
        umami_website: ({ websites }) =>
          `Pliki zawierają kilka witryn. Proszę podać identyfikator jednej z nich: ${websites}.`,
        umami_other_website: ({ websites }) =>
          `Pliki nie zawierają tej witryny. Zawierają: ${websites}.`,
        goatcounter: "Żaden plik nie ma kolumny 2Path z GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} to eksport z GoatCounter w wersji ${version}. Można zaimportować tylko wersję 2.`,
        simple_analytics: "Żaden plik nie ma kolumn added_iso i path z Simple Analytics.",
        matomo_error: ({ file }) => `${file} to komunikat o błędzie z Matomo.`,
        matomo: ({ file }) => `${file} nie jest listą wizyt z Matomo.`,
        footfall: ({ file }) => `${file} nie jest eksportem z Footfall w formacie NDJSON.`,
        ga4_list: ({ file }) =>
          `${file} to lista. Należy wyeksportować NDJSON, w którym wiersz to jedno zdarzenie.`,
        ga4: ({ file }) => `${file} nie zawiera zdarzeń Google Analytics 4 w formacie NDJSON.`,
        ga4_days:
          "Żadna tabela nie ma liczb dla dni. Należy wyeksportować datę z aktywnymi użytkownikami, sesjami i wyświetleniami, po angielsku.",
        fathom_days:
          "Żadna tabela nie ma liczb dla dni. Proszę dodać Site.csv albo eksport bez podziału.",
        option: "Pliki z tego produktu nie potrzebują identyfikatora witryny.",
        report_too_large: "Raport z importu stał się za duży.",
        files_gone: "Plików importu już nie ma.",
        stopped: "Import nieoczekiwanie się zatrzymał. Powód jest w logach serwera.",
        cut_off: "Polecenie zostało przerwane, zanim import się zakończył.",
        cut_off_again:
          "Polecenie zostało przerwane, zanim import się zakończył. Aby kontynuować, należy uruchomić je ponownie.",
        interrupted: "Polecenie zostało przerwane.",
        interrupted_again:
          "Polecenie zostało przerwane. Aby kontynuować, należy uruchomić je ponownie.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `Odbiorca odpowiedział kodem ${status}, a Footfall nie podąża za przekierowaniami.`,
        answer: ({ status }) => `Odbiorca odpowiedział kodem ${status}.`,
        no_answer: ({ seconds }) => `Nie było odpowiedzi w ciągu ${seconds} s.`,
        private_address: ({ host }) =>
          `${host} to adres prywatny. Zezwoliłoby na niego WEBHOOK_PRIVATE_ADDRESSES=1.`,
        closed: "Połączenie zostało zamknięte.",
        recipient_refused: "Serwer poczty odrzucił odbiorcę.",
        no_mail_server:
          "Ten serwer nie może jeszcze wysyłać e-maili, bo nie skonfigurowano serwera poczty.",
        not_called: "Nie udało się wywołać webhooka. Właściciele widzą powód.",
        not_mailed: "Nie udało się wysłać e-maila. Właściciele widzą powód.",
        no_webhook: "Ten webhook już nie istnieje.",
        no_person: "Ta osoba już nie istnieje albo jest zablokowana.",
        may_not_see: "Ta osoba nie ma dostępu do witryny.",
        unknown: "Powód jest nieznany.",
      },
    },
  };
};
