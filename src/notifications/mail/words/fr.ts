import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in French. A no-break space stands before a colon. */
export function mailWords(tools: MailTools<"fr">): MailWords {
  const { plural, count, decimal, change, month, weekday } = tools;
  const date = (of: string) => tools.date(of).replace(/^1(?=\s)/, "1er");
  const visitors = (number: number) =>
    `${count(number)} ${plural(number, { one: "visiteur", other: "visiteurs" })}`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "page vue", other: "pages vues" })}`;
  const events = (number: number) =>
    `${count(number)} ${plural(number, { one: "événement", other: "événements" })}`;
  const minutes = (number: number) =>
    `${count(number)} ${plural(number, { one: "minute", other: "minutes" })}`;
  const day = (of: string) => `${weekday(of)} ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "hier", week: "la semaine dernière", month: "le mois dernier" };
    const older = {
      day: `le ${date(from)}`,
      week: `pendant la semaine du ${date(from)}`,
      month: `en ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}\u00a0:`,
    labelled: (name, text) => `${name}\u00a0: ${text}`,
    span: ({ period, from, to }) =>
      ({
        day: day(from),
        week: `du ${day(from)} au ${day(to)}`,
        month: month(from),
      })[period],
    shortDay: (of) => `${tools.shortWeekday(of)} ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay} à ${at}`,
    moment: (of, at) => `${date(of)} à ${at}`,
    duration: {
      hours: (h, min) => `${count(h)} h ${min} min`,
      minutes: (min, s) => `${min} min ${s} s`,
      seconds: (s) => `${s} s`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}\u00a0: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "Visiteurs",
      visits: "Visites",
      pageviews: "Pages vues",
      views_per_visit: "Pages par visite",
      bounce_rate: "Taux de rebond",
      visit_duration: "Durée de visite",
      visitorsByDay: "Visiteurs par jour",
      page: "Pages, par pages vues",
      referrer: "Sites référents, par visiteurs",
      country: "Pays, par visiteurs",
      goals: "Objectifs, par visiteurs",
      annotations: "Notes",
      none: "aucune donnée",
      direct: "(direct)",
      unknown: "(inconnu)",
      comparedWith: (from, to) =>
        `Les évolutions sont calculées par rapport à la période du ${date(from)} au ${date(to)}.`,
      timezone: (zone) => `Les jours sont ceux du fuseau horaire ${zone}.`,
      statistics: "Statistiques",
      statisticsOf: (domain) => `Statistiques de ${domain}`,
      stop: "Ne plus recevoir ces rapports",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)} ${plural(websites, { one: "site", other: "sites" })}\u00a0: ${visitors(number)} ${days(span, true)}`,
      website: "Site",
      line: (domain, people, views, by) =>
        `${domain}\u00a0: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: `${count(websites)} autre site n’est pas affiché.`,
          other: `${count(websites)} autres sites ne sont pas affichés.`,
        }),
    },
    alert: {
      title: (domain, name, news) => `${domain}\u00a0: ${name}\u00a0: ${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) =>
          `${count(number)} ${plural(number, { one: "événement personnalisé", other: "événements personnalisés" })}`,
        goal: (number, goal) => `${events(number)} de l’objectif ${goal}`,
      },
      seen: (number, during) => `${number} en ${minutes(during)}`,
      over: (number, during) => `terminé, ${number} en ${minutes(during)}`,
      silentFor: (during) => `plus rien n’arrive depuis ${minutes(during)}`,
      again: "les événements arrivent de nouveau",
      counted: (number, from, to, zone) => `${number} du ${from} au ${to} (${zone}).`,
      fires: {
        above: (most) => `L’alerte se déclenche au-dessus de ${count(most)}.`,
        below: (least) => `L’alerte se déclenche au-dessous de ${count(least)}.`,
        outside: (most, least) =>
          `L’alerte se déclenche au-dessus de ${count(most)} ou au-dessous de ${count(least)}.`,
        timesAbove: (times, most) =>
          `L’alerte se déclenche au-dessus de ${decimal(times)} fois la médiane, soit ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `L’alerte se déclenche au-dessous de ${decimal(times)} fois la médiane, soit ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `L’alerte se déclenche au-dessus de ${decimal(timesMost)} fois la médiane (${decimal(most)}) ou au-dessous de ${decimal(timesLeast)} fois la médiane (${decimal(least)}).`,
        silent: (during) => `L’alerte se déclenche après ${minutes(during)}.`,
      },
      median: (on, median, numbers) =>
        `La médiane des mêmes heures du même jour de la semaine (${weekday(on)}) au cours des ${numbers.length} dernières semaines est de ${decimal(median)}. Les valeurs, à partir de la dernière semaine\u00a0: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `Plus rien n’est arrivé depuis ${minutes(during)}.`,
      cause: "Le script de suivi manque peut-être, ou quelque chose retient ses événements.",
      eventsAgain: "Des événements arrivent de nouveau.",
      test: (title) => `Test\u00a0: ${title}`,
      testHint: "Ceci est un test. Les chiffres sont fictifs.",
      stop: "Ne plus recevoir les e-mails de cette alerte",
    },
    webhook: {
      test: (name) => `Ceci est un test du webhook ${name}.`,
      imported: (domain, rows, of) =>
        `${domain}\u00a0: ${count(rows)} ${plural(rows, { one: "ligne importée", other: "lignes importées" })} pour ${count(of)} ${plural(of, { one: "jour", other: "jours" })}`,
      importFailed: (domain, problem) =>
        `${domain}\u00a0: un import a échoué\u00a0: ${problem ?? "la cause est inconnue"}`,
      goal: (domain, number, goal) => `${domain}\u00a0: ${events(number)} de l’objectif ${goal}`,
    },
    invitation: {
      subject: "Votre invitation à Footfall",
      text: "Vous avez reçu une invitation à consulter les statistiques de sites web. Choisissez un mot de passe pour vous connecter\u00a0:",
      after: "Le lien est valable 7 jours et ne peut être utilisé qu’une fois. Il est personnel.",
    },
    reset: {
      subject: "Nouveau mot de passe pour Footfall",
      text: "Un nouveau mot de passe a été demandé, sans doute par vous. Choisissez-le ici\u00a0:",
      after:
        "Le lien est valable une heure et ne peut être utilisé qu’une fois. Si vous ne l’utilisez pas, rien ne change.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `Rapports par e-mail de ${domain}`,
        warning: "Plus personne ne recevra ces rapports.",
        button: "Arrêter les rapports",
        farewell:
          "Les rapports sont arrêtés. Ils peuvent être réactivés dans les paramètres du site.",
      },
      reports: {
        title: (domain) => `Rapports par e-mail de ${domain}`,
        warning:
          "Vous ne recevrez plus ces rapports. Les autres destinataires continueront à les recevoir.",
        button: "Arrêter les rapports",
        farewell:
          "Vous ne recevrez plus ces rapports. Votre adresse peut être ajoutée de nouveau dans les paramètres du site.",
      },
      alert: {
        title: (domain) => `Une alerte de ${domain}`,
        warning:
          "Vous ne recevrez plus d’e-mails de cette alerte. Les autres destinataires continueront à en recevoir.",
        button: "Arrêter ces e-mails",
        farewell:
          "Vous ne recevrez plus d’e-mails de cette alerte. Votre adresse peut être ajoutée de nouveau dans les paramètres du site.",
      },
      person: {
        title: () => "Rapports par e-mail de tous les sites",
        warning: "Vous ne recevrez plus ces rapports.",
        button: "Arrêter les rapports",
        farewell:
          "Vous ne recevrez plus ces rapports. Vous pouvez les réactiver dans votre compte.",
      },
    },
  };
}
