import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Italian. */
export function mailWords(tools: MailTools<"it">): MailWords {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) =>
    `${count(number)} ${plural(number, { one: "visitatore", other: "visitatori" })}`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "visualizzazione di pagina", other: "visualizzazioni di pagina" })}`;
  const events = (number: number) =>
    `${count(number)} ${plural(number, { one: "evento", other: "eventi" })}`;
  const minutes = (number: number) =>
    `${count(number)} ${plural(number, { one: "minuto", other: "minuti" })}`;
  const day = (of: string) => `${weekday(of)} ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "ieri", week: "la settimana scorsa", month: "il mese scorso" };
    const older = {
      day: day(from),
      week: `nella settimana da ${day(from)}`,
      month: `nel mese di ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `da ${day(from)} a ${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortWeekday(of)} ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}, ore ${at}`,
    moment: (of, at) => `${date(of)}, ore ${at}`,
    duration: {
      hours: (h, min) => `${count(h)} h ${min} min`,
      minutes: (min, s) => `${min} min ${s} s`,
      seconds: (s) => `${s} s`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "Visitatori",
      visits: "Visite",
      pageviews: "Visualizzazioni di pagina",
      views_per_visit: "Visualizzazioni per visita",
      bounce_rate: "Frequenza di rimbalzo",
      visit_duration: "Durata della visita",
      visitorsByDay: "Visitatori per giorno",
      page: "Pagine, per visualizzazioni",
      referrer: "Referrer, per visitatori",
      country: "Paesi, per visitatori",
      goals: "Obiettivi, per visitatori",
      annotations: "Note",
      none: "nessun dato",
      direct: "(diretto)",
      unknown: "(sconosciuto)",
      comparedWith: (from, to) => `Variazioni rispetto al periodo ${date(from)} – ${date(to)}.`,
      timezone: (zone) => `I giorni sono quelli del fuso orario ${zone}.`,
      statistics: "Statistiche",
      statisticsOf: (domain) => `Statistiche di ${domain}`,
      stop: "Non ricevere più questi report",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)} ${plural(websites, { one: "sito", other: "siti" })}: ${visitors(number)} ${days(span, true)}`,
      website: "Sito",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: "Un altro sito non è mostrato.",
          other: `Altri ${count(websites)} siti non sono mostrati.`,
        }),
    },
    alert: {
      title: (domain, name, news) => `${domain}: ${name}: ${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) =>
          `${count(number)} ${plural(number, { one: "evento personalizzato", other: "eventi personalizzati" })}`,
        goal: (number, goal) => `${events(number)} per l’obiettivo ${goal}`,
      },
      seen: (number, during) => `${number} in ${minutes(during)}`,
      over: (number, during) => `terminato, ${number} in ${minutes(during)}`,
      silentFor: (during) => `non arriva nulla da ${minutes(during)}`,
      again: "gli eventi arrivano di nuovo",
      counted: (number, from, to, zone) => `${number}, ${from} – ${to} (${zone}).`,
      fires: {
        above: (most) => `L’avviso scatta con più di ${count(most)}.`,
        below: (least) => `L’avviso scatta con meno di ${count(least)}.`,
        outside: (most, least) =>
          `L’avviso scatta con più di ${count(most)} o meno di ${count(least)}.`,
        timesAbove: (times, most) =>
          `L’avviso scatta con più di ${decimal(times)} volte la mediana, cioè più di ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `L’avviso scatta con meno di ${decimal(times)} volte la mediana, cioè meno di ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `L’avviso scatta con più di ${decimal(timesMost)} volte la mediana (${decimal(most)}) o meno di ${decimal(timesLeast)} volte la mediana (${decimal(least)}).`,
        silent: (during) => `L’avviso scatta dopo ${minutes(during)}.`,
      },
      median: (on, median, numbers) =>
        `La mediana delle stesse ore dello stesso giorno (${weekday(on)}) delle ultime ${numbers.length} settimane è ${decimal(median)}. I valori, a partire dall’ultima settimana: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `Non è arrivato nulla da ${minutes(during)}.`,
      cause: "Forse manca il codice di monitoraggio, o qualcosa blocca i suoi eventi.",
      eventsAgain: "Gli eventi arrivano di nuovo.",
      test: (title) => `Test: ${title}`,
      testHint: "Questo è un test. I numeri sono fittizi.",
      stop: "Non ricevere più le e-mail di questo avviso",
    },
    webhook: {
      test: (name) => `Questo è un test del webhook ${name}.`,
      imported: (domain, rows, of) =>
        `${domain}: ${count(rows)} ${plural(rows, { one: "riga importata", other: "righe importate" })} di ${count(of)} ${plural(of, { one: "giorno", other: "giorni" })}`,
      importFailed: (domain, problem) =>
        `${domain}: un’importazione non è riuscita: ${problem ?? "la causa è sconosciuta"}`,
      goal: (domain, number, goal) => `${domain}: ${events(number)} per l’obiettivo ${goal}`,
    },
    invitation: {
      subject: "Il tuo invito a Footfall",
      text: "Hai ricevuto un invito a consultare statistiche web. Scegli una password per accedere:",
      after: "Il link vale 7 giorni e si può usare una sola volta. È solo per te.",
    },
    reset: {
      subject: "Nuova password per Footfall",
      text: "Qualcuno, probabilmente tu, ha chiesto una nuova password. Sceglila qui:",
      after: "Il link vale un’ora e si può usare una sola volta. Se non lo usi, non cambia nulla.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `Report e-mail di ${domain}`,
        warning: "Nessuno riceverà più questi report.",
        button: "Interrompi i report",
        farewell:
          "I report sono stati interrotti. Si possono riattivare nelle impostazioni del sito.",
      },
      reports: {
        title: (domain) => `Report e-mail di ${domain}`,
        warning: "Non riceverai più questi report. Gli altri continueranno a riceverli.",
        button: "Interrompi i report",
        farewell:
          "Non riceverai più questi report. Il tuo indirizzo si può aggiungere di nuovo nelle impostazioni del sito.",
      },
      alert: {
        title: (domain) => `Un avviso di ${domain}`,
        warning: "Non riceverai più e-mail di questo avviso. Gli altri continueranno a riceverle.",
        button: "Interrompi queste e-mail",
        farewell:
          "Non riceverai più e-mail di questo avviso. Il tuo indirizzo si può aggiungere di nuovo nelle impostazioni del sito.",
      },
      person: {
        title: () => "Report e-mail dei tuoi siti",
        warning: "Non riceverai più questi report.",
        button: "Interrompi i report",
        farewell: "Non riceverai più questi report. Puoi riattivarli nel tuo account.",
      },
    },
  };
}
