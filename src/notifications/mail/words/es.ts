import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Spanish. */
export function mailWords(tools: MailTools<"es">): MailWords {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) =>
    `${count(number)} ${plural(number, { one: "visitante", other: "visitantes" })}`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "página vista", other: "páginas vistas" })}`;
  const conversions = (number: number, goal: string) =>
    `${count(number)} ${plural(number, { one: "conversión", other: "conversiones" })} del objetivo ${goal}`;
  const minutes = (number: number) =>
    `${count(number)} ${plural(number, { one: "minuto", other: "minutos" })}`;
  const day = (of: string) => `${weekday(of)}, ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "ayer", week: "la semana pasada", month: "el mes pasado" };
    const older = {
      day: `el ${date(from)}`,
      week: `en la semana del ${date(from)}`,
      month: `en ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({
        day: day(from),
        week: `del ${weekday(from)} ${date(from)} al ${weekday(to)} ${date(to)}`,
        month: month(from),
      })[period],
    shortDay: (of) => `${tools.shortWeekday(of)}, ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}, ${at}`,
    moment: (of, at) => `${date(of)}, ${at} h`,
    duration: {
      hours: (h, min) => `${count(h)} h ${min} min`,
      minutes: (min, s) => `${min} min ${s} s`,
      seconds: (s) => `${s} s`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "Visitantes",
      visits: "Visitas",
      pageviews: "Páginas vistas",
      views_per_visit: "Páginas por visita",
      bounce_rate: "Tasa de rebote",
      visit_duration: "Duración de visita",
      visitorsByDay: "Visitantes por día",
      page: "Páginas, por páginas vistas",
      referrer: "Referencias, por visitantes",
      country: "Países, por visitantes",
      goals: "Objetivos, por visitantes",
      annotations: "Notas",
      none: "sin datos",
      direct: "(directo)",
      unknown: "(desconocido)",
      comparedWith: (from, to) =>
        `Las variaciones son respecto al periodo del ${date(from)} al ${date(to)}.`,
      timezone: (zone) => `Los días son los de la zona horaria ${zone}.`,
      statistics: "Estadísticas",
      statisticsOf: (domain) => `Estadísticas de ${domain}`,
      stop: "Dejar de recibir estos informes",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)} ${plural(websites, { one: "sitio", other: "sitios" })}: ${visitors(number)} ${days(span, true)}`,
      website: "Sitio",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: "No se muestra 1 sitio más.",
          other: `No se muestran ${count(websites)} sitios más.`,
        }),
    },
    alert: {
      title: (domain, name, news) => `${domain}: ${name}: ${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) =>
          `${count(number)} ${plural(number, { one: "evento personalizado", other: "eventos personalizados" })}`,
        goal: conversions,
      },
      seen: (number, during) => `${number} en ${minutes(during)}`,
      over: (number, during) => `ya ha pasado, ${number} en ${minutes(during)}`,
      silentFor: (during) => `no llega nada desde hace ${minutes(during)}`,
      again: "vuelven a llegar eventos",
      counted: (number, from, to, zone) => `${number} entre el ${from}, y el ${to} (${zone}).`,
      fires: {
        above: (most) => `La alerta se dispara con más de ${count(most)}.`,
        below: (least) => `La alerta se dispara con menos de ${count(least)}.`,
        outside: (most, least) =>
          `La alerta se dispara con más de ${count(most)} o menos de ${count(least)}.`,
        timesAbove: (times, most) =>
          `La alerta se dispara con más de ${decimal(times)} veces la mediana, es decir, más de ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `La alerta se dispara con menos de ${decimal(times)} veces la mediana, es decir, menos de ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `La alerta se dispara con más de ${decimal(timesMost)} veces la mediana (${decimal(most)}) o menos de ${decimal(timesLeast)} veces la mediana (${decimal(least)}).`,
        silent: (during) => `La alerta se dispara tras ${minutes(during)} sin eventos.`,
      },
      median: (on, median, numbers) =>
        `La mediana de las mismas horas del mismo día (${weekday(on)}) de las últimas ${numbers.length} semanas es ${decimal(median)}. Los valores, empezando por la última semana: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `No llega nada de ningún tipo desde hace ${minutes(during)}.`,
      cause: "Quizá falte el script de seguimiento, o algo bloquee sus eventos.",
      eventsAgain: "Vuelven a llegar eventos.",
      test: (title) => `Prueba: ${title}`,
      testHint: "Esto es una prueba. Las cifras son ficticias.",
      stop: "Dejar de recibir los correos de esta alerta",
    },
    webhook: {
      test: (name) => `Esto es una prueba del webhook ${name}.`,
      imported: (domain, rows, of) =>
        `${domain}: ${count(rows)} ${plural(rows, { one: "fila importada", other: "filas importadas" })} de ${count(of)} ${plural(of, { one: "día", other: "días" })}`,
      importFailed: (domain, problem) =>
        `${domain}: una importación ha fallado: ${problem ?? "se desconoce la causa"}`,
      goal: (domain, number, goal) => `${domain}: ${conversions(number, goal)}`,
    },
    invitation: {
      subject: "Tu invitación a Footfall",
      text: "Has recibido una invitación para ver estadísticas web. Elige una contraseña para iniciar sesión:",
      after: "El enlace es válido durante 7 días y solo se puede usar una vez. Es personal.",
    },
    reset: {
      subject: "Contraseña nueva para Footfall",
      text: "Alguien, probablemente tú, ha pedido una contraseña nueva. Elígela aquí:",
      after:
        "El enlace es válido durante una hora y solo se puede usar una vez. Si no lo usas, nada cambia.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `Informes por correo de ${domain}`,
        warning: "Nadie volverá a recibir estos informes.",
        button: "Dejar de enviar los informes",
        farewell:
          "Los informes ya no se envían. Se pueden volver a activar en los ajustes del sitio.",
      },
      reports: {
        title: (domain) => `Informes por correo de ${domain}`,
        warning: "No recibirás más estos informes. Los demás los seguirán recibiendo.",
        button: "Dejar de recibir los informes",
        farewell:
          "Ya no recibirás estos informes. Tu dirección se puede volver a añadir en los ajustes del sitio.",
      },
      alert: {
        title: (domain) => `Una alerta de ${domain}`,
        warning: "No recibirás más correos de esta alerta. Los demás los seguirán recibiendo.",
        button: "Dejar de recibir los correos",
        farewell:
          "Ya no recibirás correos de esta alerta. Tu dirección se puede volver a añadir en los ajustes del sitio.",
      },
      person: {
        title: () => "Informes por correo de tus sitios",
        warning: "No recibirás más estos informes.",
        button: "Dejar de recibir los informes",
        farewell: "Ya no recibirás estos informes. Puedes volver a activarlos en tu cuenta.",
      },
    },
  };
}
