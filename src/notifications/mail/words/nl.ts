import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Dutch. */
export function mailWords(tools: MailTools<"nl">): MailWords {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) =>
    `${count(number)} ${plural(number, { one: "bezoeker", other: "bezoekers" })}`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "paginaweergave", other: "paginaweergaven" })}`;
  const events = (number: number) =>
    `${count(number)} ${plural(number, { one: "gebeurtenis", other: "gebeurtenissen" })}`;
  const minutes = (number: number) =>
    `${count(number)} ${plural(number, { one: "minuut", other: "minuten" })}`;
  const day = (of: string) => `${weekday(of)} ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "gisteren", week: "vorige week", month: "vorige maand" };
    const older = {
      day: `op ${date(from)}`,
      week: `in de week vanaf ${date(from)}`,
      month: `in ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `${day(from)} t/m ${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortWeekday(of)} ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}, ${at}`,
    moment: (of, at) => `${date(of)} om ${at}`,
    duration: {
      hours: (h, min) => `${count(h)} u ${min} min`,
      minutes: (min, s) => `${min} min ${s} s`,
      seconds: (s) => `${s} s`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "Bezoekers",
      visits: "Bezoeken",
      pageviews: "Paginaweergaven",
      views_per_visit: "Weergaven per bezoek",
      bounce_rate: "Bouncepercentage",
      visit_duration: "Bezoekduur",
      visitorsByDay: "Bezoekers per dag",
      page: "Pagina’s, op aantal weergaven",
      referrer: "Verwijzers, op aantal bezoekers",
      country: "Landen, op aantal bezoekers",
      goals: "Doelen, op aantal bezoekers",
      annotations: "Notities",
      none: "geen",
      direct: "(direct)",
      unknown: "(onbekend)",
      comparedWith: (from, to) =>
        `Veranderingen zijn ten opzichte van ${date(from)} t/m ${date(to)}.`,
      timezone: (zone) => `De dagen zijn die van de tijdzone ${zone}.`,
      statistics: "Statistieken",
      statisticsOf: (domain) => `Statistieken van ${domain}`,
      stop: "Deze rapporten niet meer ontvangen",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)} ${plural(websites, { one: "website", other: "websites" })}: ${visitors(number)} ${days(span, true)}`,
      website: "Website",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: "Nog 1 website is weggelaten.",
          other: `Nog ${count(websites)} websites zijn weggelaten.`,
        }),
    },
    alert: {
      title: (domain, name, news) => `${domain}: ${name}: ${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) =>
          `${count(number)} ${plural(number, { one: "aangepaste gebeurtenis", other: "aangepaste gebeurtenissen" })}`,
        goal: (number, goal) => `${events(number)} van het doel ${goal}`,
      },
      seen: (number, during) => `${number} in ${minutes(during)}`,
      over: (number, during) => `voorbij, ${number} in ${minutes(during)}`,
      silentFor: (during) => `er komt al ${minutes(during)} niets meer binnen`,
      again: "er komen weer gebeurtenissen binnen",
      counted: (number, from, to, zone) => `${number} van ${from} tot ${to} (${zone}).`,
      fires: {
        above: (most) => `De waarschuwing gaat af bij meer dan ${count(most)}.`,
        below: (least) => `De waarschuwing gaat af bij minder dan ${count(least)}.`,
        outside: (most, least) =>
          `De waarschuwing gaat af bij meer dan ${count(most)} of minder dan ${count(least)}.`,
        timesAbove: (times, most) =>
          `De waarschuwing gaat af bij meer dan ${decimal(times)} keer de mediaan, dus meer dan ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `De waarschuwing gaat af bij minder dan ${decimal(times)} keer de mediaan, dus minder dan ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `De waarschuwing gaat af bij meer dan ${decimal(timesMost)} keer de mediaan (${decimal(most)}) of minder dan ${decimal(timesLeast)} keer de mediaan (${decimal(least)}).`,
        silent: (during) => `De waarschuwing gaat af na ${minutes(during)}.`,
      },
      median: (on, median, numbers) =>
        `De mediaan van dezelfde uren op dezelfde dag van de week (${weekday(on)}) van de laatste ${numbers.length} weken is ${decimal(median)}. De aantallen, de laatste week eerst: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `Er is al ${minutes(during)} niets meer binnengekomen.`,
      cause:
        "Misschien ontbreekt de trackingcode, of worden de gebeurtenissen ergens tegengehouden.",
      eventsAgain: "Er komen weer gebeurtenissen binnen.",
      test: (title) => `Test: ${title}`,
      testHint: "Dit is een test. De aantallen zijn fictief.",
      stop: "Geen e-mails van deze waarschuwing meer ontvangen",
    },
    webhook: {
      test: (name) => `Dit is een test van de webhook ${name}.`,
      imported: (domain, rows, of) =>
        `${domain}: ${count(rows)} ${plural(rows, { one: "rij", other: "rijen" })} van ${count(of)} ${plural(of, { one: "dag", other: "dagen" })} geïmporteerd`,
      importFailed: (domain, problem) =>
        `${domain}: een import is mislukt: ${problem ?? "de oorzaak is onbekend"}`,
      goal: (domain, number, goal) => `${domain}: ${events(number)} van het doel ${goal}`,
    },
    invitation: {
      subject: "Je uitnodiging voor Footfall",
      text: "Je bent uitgenodigd om webstatistieken te bekijken. Kies een wachtwoord om in te loggen:",
      after: "De link is 7 dagen geldig en kan één keer worden gebruikt. Hij is alleen voor jou.",
    },
    reset: {
      subject: "Nieuw wachtwoord voor Footfall",
      text: "Iemand, waarschijnlijk jij, heeft een nieuw wachtwoord aangevraagd. Kies het hier:",
      after:
        "De link is een uur geldig en kan één keer worden gebruikt. Zonder de link verandert er niets.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `E-mailrapporten van ${domain}`,
        warning: "Niemand ontvangt deze rapporten dan nog.",
        button: "Rapporten stoppen",
        farewell:
          "De rapporten zijn gestopt. In de instellingen van de website kunnen ze weer worden ingeschakeld.",
      },
      reports: {
        title: (domain) => `E-mailrapporten van ${domain}`,
        warning: "Je ontvangt deze rapporten dan niet meer. Anderen nog wel.",
        button: "Rapporten stoppen",
        farewell:
          "Je ontvangt deze rapporten niet meer. In de instellingen van de website kan je adres weer worden toegevoegd.",
      },
      alert: {
        title: (domain) => `Een waarschuwing van ${domain}`,
        warning: "Je ontvangt dan geen e-mails van deze waarschuwing meer. Anderen nog wel.",
        button: "E-mails stoppen",
        farewell:
          "Je ontvangt geen e-mails van deze waarschuwing meer. In de instellingen van de website kan je adres weer worden toegevoegd.",
      },
      person: {
        title: () => "E-mailrapporten van je websites",
        warning: "Je ontvangt deze rapporten dan niet meer.",
        button: "Rapporten stoppen",
        farewell: "Je ontvangt deze rapporten niet meer. In je account kun je ze weer inschakelen.",
      },
    },
  };
}
