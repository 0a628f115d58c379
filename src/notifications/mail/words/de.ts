import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in German. */
export function mailWords(tools: MailTools<"de">): MailWords {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) => `${count(number)} Besucher`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "Seitenaufruf", other: "Seitenaufrufe" })}`;
  const events = (number: number) =>
    `${count(number)} ${plural(number, { one: "Ereignis", other: "Ereignisse" })}`;
  /** After „in“, „seit“ and „nach“. */
  const minutes = (number: number) =>
    plural(number, { one: "1 Minute", other: `${count(number)} Minuten` });
  const day = (of: string) => `${weekday(of)}, ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "gestern", week: "letzte Woche", month: "letzten Monat" };
    const older = {
      day: `am ${date(from)}`,
      week: `in der Woche ab dem ${date(from)}`,
      month: `im ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `${day(from)} bis ${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortWeekday(of)}, ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}, ${at} Uhr`,
    moment: (of, at) => `${date(of)}, ${at} Uhr`,
    duration: {
      hours: (h, min) => `${count(h)} h ${min} min`,
      minutes: (min, s) => `${min} min ${s} s`,
      seconds: (s) => `${s} s`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "Besucher",
      visits: "Besuche",
      pageviews: "Seitenaufrufe",
      views_per_visit: "Aufrufe pro Besuch",
      bounce_rate: "Absprungrate",
      visit_duration: "Besuchsdauer",
      visitorsByDay: "Besucher pro Tag",
      page: "Seiten nach Seitenaufrufen",
      referrer: "Verweise nach Besuchern",
      country: "Länder nach Besuchern",
      goals: "Ziele nach Besuchern",
      annotations: "Notizen",
      none: "keine",
      direct: "(direkt)",
      unknown: "(unbekannt)",
      comparedWith: (from, to) =>
        `Änderungen gegenüber der Zeit vom ${date(from)} bis zum ${date(to)}.`,
      timezone: (zone) => `Die Tage sind die der Zeitzone ${zone}.`,
      statistics: "Statistik",
      statisticsOf: (domain) => `Statistik von ${domain}`,
      stop: "Diese Berichte abbestellen",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)} ${plural(websites, { one: "Website", other: "Websites" })}: ${visitors(number)} ${days(span, true)}`,
      website: "Website",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: "1 weitere Website fehlt hier.",
          other: `${count(websites)} weitere Websites fehlen hier.`,
        }),
    },
    alert: {
      title: (domain, name, news) => `${domain}: ${name}: ${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) =>
          `${count(number)} ${plural(number, { one: "eigenes Ereignis", other: "eigene Ereignisse" })}`,
        goal: (number, goal) => `${events(number)} zum Ziel ${goal}`,
      },
      seen: (number, during) => `${number} in ${minutes(during)}`,
      over: (number, during) => `vorbei, ${number} in ${minutes(during)}`,
      silentFor: (during) => `seit ${minutes(during)} kommt nichts mehr an`,
      again: "Ereignisse kommen wieder an",
      counted: (number, from, to, zone) => `${number} vom ${from}, bis zum ${to} (${zone}).`,
      fires: {
        above: (most) => `Die Warnung wird bei mehr als ${count(most)} ausgelöst.`,
        below: (least) => `Die Warnung wird bei weniger als ${count(least)} ausgelöst.`,
        outside: (most, least) =>
          `Die Warnung wird bei mehr als ${count(most)} oder weniger als ${count(least)} ausgelöst.`,
        timesAbove: (times, most) =>
          `Die Warnung wird bei mehr als dem ${decimal(times)}-Fachen des Medians ausgelöst, also bei mehr als ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `Die Warnung wird bei weniger als dem ${decimal(times)}-Fachen des Medians ausgelöst, also bei weniger als ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `Die Warnung wird bei mehr als dem ${decimal(timesMost)}-Fachen des Medians (${decimal(most)}) oder weniger als dem ${decimal(timesLeast)}-Fachen (${decimal(least)}) ausgelöst.`,
        silent: (during) => `Die Warnung wird nach ${minutes(during)} ausgelöst.`,
      },
      median: (on, median, numbers) =>
        `Der Median derselben Stunden am selben Wochentag (${weekday(on)}) in den letzten ${numbers.length} Wochen ist ${decimal(median)}. Die einzelnen Zahlen, beginnend mit der letzten Woche: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `Seit ${minutes(during)} ist nichts mehr angekommen.`,
      cause: "Vielleicht fehlt der Tracker, oder etwas hält seine Ereignisse auf.",
      eventsAgain: "Es kommen wieder Ereignisse an.",
      test: (title) => `Test: ${title}`,
      testHint: "Dies ist ein Test. Die Zahlen sind erfunden.",
      stop: "E-Mails zu dieser Warnung abbestellen",
    },
    webhook: {
      test: (name) => `Dies ist ein Test des Webhooks ${name}.`,
      imported: (domain, rows, of) =>
        `${domain}: ${count(rows)} ${plural(rows, { one: "Zeile", other: "Zeilen" })} aus ${count(of)} ${plural(of, { one: "Tag", other: "Tagen" })} importiert`,
      importFailed: (domain, problem) =>
        `${domain}: Ein Import ist fehlgeschlagen: ${problem ?? "Die Ursache ist unbekannt"}`,
      goal: (domain, number, goal) => `${domain}: ${events(number)} zum Ziel ${goal}`,
    },
    invitation: {
      subject: "Einladung zu Footfall",
      text: "Dies ist eine Einladung, die Statistik von Websites anzusehen. Zum Anmelden bitte ein Passwort wählen:",
      after:
        "Der Link gilt 7 Tage, lässt sich einmal verwenden und ist nur für diese Adresse bestimmt.",
    },
    reset: {
      subject: "Neues Passwort für Footfall",
      text: "Für diese Adresse wurde ein neues Passwort angefordert. Es lässt sich hier wählen:",
      after:
        "Der Link gilt eine Stunde und lässt sich einmal verwenden. Wird er nicht verwendet, ändert sich nichts.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `E-Mail-Berichte von ${domain}`,
        warning: "Diese Berichte bekommt dann niemand mehr.",
        button: "Berichte abbestellen",
        farewell:
          "Die Berichte sind abbestellt. In den Einstellungen der Website lassen sie sich wieder einschalten.",
      },
      reports: {
        title: (domain) => `E-Mail-Berichte von ${domain}`,
        warning: "An diese Adresse kommen dann keine Berichte mehr. Andere bekommen sie weiterhin.",
        button: "Berichte abbestellen",
        farewell:
          "An diese Adresse kommen keine Berichte mehr. In den Einstellungen der Website lässt sie sich wieder hinzufügen.",
      },
      alert: {
        title: (domain) => `Eine Warnung von ${domain}`,
        warning:
          "An diese Adresse kommen dann keine E-Mails zu dieser Warnung mehr. Andere bekommen sie weiterhin.",
        button: "E-Mails abbestellen",
        farewell:
          "An diese Adresse kommen keine E-Mails zu dieser Warnung mehr. In den Einstellungen der Website lässt sie sich wieder hinzufügen.",
      },
      person: {
        title: () => "E-Mail-Berichte aller Websites",
        warning: "An diese Adresse kommen dann keine Berichte mehr.",
        button: "Berichte abbestellen",
        farewell:
          "An diese Adresse kommen keine Berichte mehr. Im Konto lassen sie sich wieder einschalten.",
      },
    },
  };
}
