import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Polish. */
export function mailWords(tools: MailTools<"pl">): MailWords {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) => {
    const many = "odwiedzających";
    return `${count(number)} ${plural(number, { one: "odwiedzający", few: many, many, other: many })}`;
  };
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "odsłona", few: "odsłony", many: "odsłon", other: "odsłony" })}`;
  const events = (number: number) =>
    `${count(number)} ${plural(number, { one: "zdarzenie", few: "zdarzenia", many: "zdarzeń", other: "zdarzenia" })}`;
  const customEvents = (number: number) => {
    const few = "zdarzenia własne";
    const many = "zdarzeń własnych";
    return `${count(number)} ${plural(number, { one: "zdarzenie własne", few, many, other: few })}`;
  };
  /** After „w ciągu” and „od”. */
  const minutes = (number: number) =>
    `${count(number)} ${plural(number, { one: "minuty", few: "minut", many: "minut", other: "minuty" })}`;
  /** After „po”. */
  const minutesLater = (number: number) => {
    const many = "minutach";
    return `${count(number)} ${plural(number, { one: "minucie", few: many, many, other: many })}`;
  };
  const websitesOf = (number: number) =>
    `${count(number)} ${plural(number, { one: "witryna", few: "witryny", many: "witryn", other: "witryny" })}`;
  const rowsOf = (number: number) =>
    `${count(number)} ${plural(number, { one: "wiersz", few: "wiersze", many: "wierszy", other: "wiersza" })}`;
  /** After „z”. */
  const daysOf = (number: number) =>
    `${count(number)} ${plural(number, { one: "dnia", few: "dni", many: "dni", other: "dnia" })}`;
  const monthsIn = [
    "w styczniu",
    "w lutym",
    "w marcu",
    "w kwietniu",
    "w maju",
    "w czerwcu",
    "w lipcu",
    "w sierpniu",
    "we wrześniu",
    "w październiku",
    "w listopadzie",
    "w grudniu",
  ];
  const day = (of: string) => `${weekday(of)}, ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "wczoraj", week: "w zeszłym tygodniu", month: "w zeszłym miesiącu" };
    const older = {
      day: `dnia ${date(from)}`,
      week: `w tygodniu od ${date(from)}`,
      month: `${monthsIn[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `${day(from)} – ${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortWeekday(of)}, ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}, ${at}`,
    moment: (of, at) => `${date(of)}, ${at}`,
    duration: {
      hours: (h, min) => `${count(h)} godz. ${min} min`,
      minutes: (min, s) => `${min} min ${s} s`,
      seconds: (s) => `${s} s`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "Odwiedzający",
      visits: "Wizyty",
      pageviews: "Odsłony",
      views_per_visit: "Odsłony na wizytę",
      bounce_rate: "Współczynnik odrzuceń",
      visit_duration: "Czas trwania wizyty",
      visitorsByDay: "Odwiedzający według dni",
      page: "Strony według odsłon",
      referrer: "Strony odsyłające według odwiedzających",
      country: "Kraje według odwiedzających",
      goals: "Cele według odwiedzających",
      annotations: "Notatki",
      none: "brak",
      direct: "(bezpośrednio)",
      unknown: "(nieznane)",
      comparedWith: (from, to) => `Zmiany względem okresu od ${date(from)} do ${date(to)}.`,
      timezone: (zone) => `Dni według strefy czasowej ${zone}.`,
      statistics: "Statystyki",
      statisticsOf: (domain) => `Statystyki witryny ${domain}`,
      stop: "Zrezygnuj z tych raportów",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${websitesOf(websites)}: ${visitors(number)} ${days(span, true)}`,
      website: "Witryna",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: "Pominięto jeszcze 1 witrynę.",
          few: `Pominięto jeszcze ${count(websites)} witryny.`,
          many: `Pominięto jeszcze ${count(websites)} witryn.`,
          other: `Pominięto jeszcze ${count(websites)} witryny.`,
        }),
    },
    alert: {
      title: (domain, name, news) => `${domain}: ${name}: ${news}`,
      number: {
        visitors,
        pageviews,
        events: customEvents,
        goal: (number, goal) => `${events(number)} celu ${goal}`,
      },
      seen: (number, during) => `${number} w ciągu ${minutes(during)}`,
      over: (number, during) => `koniec, ${number} w ciągu ${minutes(during)}`,
      silentFor: (during) => `od ${minutes(during)} nic nie dociera`,
      again: "zdarzenia znów docierają",
      counted: (number, from, to, zone) => `${number} od ${from}, do ${to} (${zone}).`,
      fires: {
        above: (most) => `Alert jest wyzwalany powyżej ${count(most)}.`,
        below: (least) => `Alert jest wyzwalany poniżej ${count(least)}.`,
        outside: (most, least) =>
          `Alert jest wyzwalany powyżej ${count(most)} lub poniżej ${count(least)}.`,
        timesAbove: (times, most) =>
          `Alert jest wyzwalany powyżej ${decimal(times)}-krotności mediany, czyli powyżej ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `Alert jest wyzwalany poniżej ${decimal(times)}-krotności mediany, czyli poniżej ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `Alert jest wyzwalany powyżej ${decimal(timesMost)}-krotności mediany (${decimal(most)}) lub poniżej ${decimal(timesLeast)}-krotności mediany (${decimal(least)}).`,
        silent: (during) => `Alert jest wyzwalany po ${minutesLater(during)}.`,
      },
      median: (on, median, numbers) =>
        `Mediana z tych samych godzin tego samego dnia tygodnia (${weekday(on)}) w ostatnich ${numbers.length} tygodniach wynosi ${decimal(median)}. Liczby, począwszy od ostatniego tygodnia: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `Od ${minutes(during)} nie dotarło żadne zdarzenie.`,
      cause: "Być może brakuje kodu śledzenia albo coś zatrzymuje jego zdarzenia.",
      eventsAgain: "Zdarzenia znów docierają.",
      test: (title) => `Test: ${title}`,
      testHint: "To jest test. Liczby są fikcyjne.",
      stop: "Zrezygnuj z wiadomości tego alertu",
    },
    webhook: {
      test: (name) => `To jest test webhooka ${name}.`,
      imported: (domain, rows, of) => `${domain}: zaimportowano ${rowsOf(rows)} z ${daysOf(of)}`,
      importFailed: (domain, problem) =>
        `${domain}: import się nie udał: ${problem ?? "przyczyna jest nieznana"}`,
      goal: (domain, number, goal) => `${domain}: ${events(number)} celu ${goal}`,
    },
    invitation: {
      subject: "Zaproszenie do Footfall",
      text: "To zaproszenie do przeglądania statystyk witryn. Aby się zalogować, proszę ustawić hasło:",
      after:
        "Link jest ważny 7 dni i można go użyć tylko raz. Jest przeznaczony tylko dla adresata.",
    },
    reset: {
      subject: "Nowe hasło do Footfall",
      text: "Poproszono o nowe hasło dla tego adresu. Można je ustawić tutaj:",
      after: "Link jest ważny godzinę i można go użyć tylko raz. Bez niego nic się nie zmieni.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `Raporty e-mail witryny ${domain}`,
        warning: "Nikt nie będzie już otrzymywać tych raportów.",
        button: "Wyłącz raporty",
        farewell: "Raporty są wyłączone. Można je włączyć ponownie w ustawieniach witryny.",
      },
      reports: {
        title: (domain) => `Raporty e-mail witryny ${domain}`,
        warning: "Te raporty nie będą już przychodzić na ten adres. Inni nadal będą je otrzymywać.",
        button: "Wyłącz raporty",
        farewell:
          "Te raporty nie będą już przychodzić na ten adres. Adres można dodać ponownie w ustawieniach witryny.",
      },
      alert: {
        title: (domain) => `Alert witryny ${domain}`,
        warning:
          "Wiadomości tego alertu nie będą już przychodzić na ten adres. Inni nadal będą je otrzymywać.",
        button: "Wyłącz te wiadomości",
        farewell:
          "Wiadomości tego alertu nie będą już przychodzić na ten adres. Adres można dodać ponownie w ustawieniach witryny.",
      },
      person: {
        title: () => "Raporty e-mail ze wszystkich witryn",
        warning: "Te raporty nie będą już przychodzić na ten adres.",
        button: "Wyłącz raporty",
        farewell:
          "Te raporty nie będą już przychodzić na ten adres. Można je włączyć ponownie na stronie konta.",
      },
    },
  };
}
