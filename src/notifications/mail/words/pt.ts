import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Portuguese. */
export function mailWords(tools: MailTools<"pt">): MailWords {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) =>
    `${count(number)} ${plural(number, { one: "visitante", other: "visitantes" })}`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "visualização de página", other: "visualizações de página" })}`;
  const conversions = (number: number, goal: string) =>
    `${count(number)} ${plural(number, { one: "conversão", other: "conversões" })} do objetivo ${goal}`;
  const minutes = (number: number) =>
    `${count(number)} ${plural(number, { one: "minuto", other: "minutos" })}`;
  const day = (of: string) => `${weekday(of)}, ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "ontem", week: "na semana passada", month: "no mês passado" };
    const older = {
      day: `em ${date(from)}`,
      week: `na semana de ${date(from)}`,
      month: `em ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `${day(from)} a ${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortWeekday(of)}, ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}, ${at}`,
    moment: (of, at) => `${date(of)}, ${at}`,
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
      pageviews: "Visualizações de página",
      views_per_visit: "Páginas por visita",
      bounce_rate: "Taxa de rejeição",
      visit_duration: "Duração da visita",
      visitorsByDay: "Visitantes por dia",
      page: "Páginas, por visualizações",
      referrer: "Referências, por visitantes",
      country: "Países, por visitantes",
      goals: "Objetivos, por visitantes",
      annotations: "Notas",
      none: "sem dados",
      direct: "(direto)",
      unknown: "(desconhecido)",
      comparedWith: (from, to) =>
        `As variações são em relação ao período de ${date(from)} a ${date(to)}.`,
      timezone: (zone) => `Os dias são os do fuso horário ${zone}.`,
      statistics: "Estatísticas",
      statisticsOf: (domain) => `Estatísticas de ${domain}`,
      stop: "Parar de receber estes relatórios",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)} ${plural(websites, { one: "site", other: "sites" })}: ${visitors(number)} ${days(span, true)}`,
      website: "Site",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites) =>
        plural(websites, {
          one: `Mais ${count(websites)} site não é mostrado.`,
          other: `Mais ${count(websites)} sites não são mostrados.`,
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
      seen: (number, during) => `${number} em ${minutes(during)}`,
      over: (number, during) => `já passou, ${number} em ${minutes(during)}`,
      silentFor: (during) => `não chega nada há ${minutes(during)}`,
      again: "os eventos voltaram a chegar",
      counted: (number, from, to, zone) => `${number} entre ${from}, e ${to} (${zone}).`,
      fires: {
        above: (most) => `O alerta dispara com mais de ${count(most)}.`,
        below: (least) => `O alerta dispara com menos de ${count(least)}.`,
        outside: (most, least) =>
          `O alerta dispara com mais de ${count(most)} ou menos de ${count(least)}.`,
        timesAbove: (times, most) =>
          `O alerta dispara com mais de ${decimal(times)} vezes a mediana, ou seja, mais de ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `O alerta dispara com menos de ${decimal(times)} vezes a mediana, ou seja, menos de ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `O alerta dispara com mais de ${decimal(timesMost)} vezes a mediana (${decimal(most)}) ou menos de ${decimal(timesLeast)} vezes a mediana (${decimal(least)}).`,
        silent: (during) => `O alerta dispara após ${minutes(during)} sem eventos.`,
      },
      median: (on, median, numbers) =>
        `A mediana das mesmas horas do mesmo dia (${weekday(on)}) das últimas ${numbers.length} semanas é ${decimal(median)}. Os valores, começando pela última semana: ${numbers.map(count).join(", ")}.`,
      nothing: (during) => `Não chega nada de nenhum tipo há ${minutes(during)}.`,
      cause: "Talvez falte o script de rastreamento, ou algo bloqueie os eventos dele.",
      eventsAgain: "Os eventos voltaram a chegar.",
      test: (title) => `Teste: ${title}`,
      testHint: "Isto é um teste. Os números são fictícios.",
      stop: "Parar de receber os e-mails deste alerta",
    },
    webhook: {
      test: (name) => `Este é um teste do webhook ${name}.`,
      imported: (domain, rows, of) =>
        `${domain}: ${count(rows)} ${plural(rows, { one: "linha importada", other: "linhas importadas" })} de ${count(of)} ${plural(of, { one: "dia", other: "dias" })}`,
      importFailed: (domain, problem) =>
        `${domain}: uma importação falhou: ${problem ?? "a causa é desconhecida"}`,
      goal: (domain, number, goal) => `${domain}: ${conversions(number, goal)}`,
    },
    invitation: {
      subject: "O seu convite para o Footfall",
      text: "Este é um convite para ver estatísticas web. Escolha uma senha para entrar:",
      after: "O link vale por 7 dias e só pode ser usado uma vez. É pessoal.",
    },
    reset: {
      subject: "Nova senha para o Footfall",
      text: "Alguém solicitou uma nova senha para este endereço. Escolha a nova senha aqui:",
      after: "O link vale por uma hora e só pode ser usado uma vez. Se não for usado, nada muda.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `Relatórios por e-mail de ${domain}`,
        warning: "Ninguém mais receberá estes relatórios.",
        button: "Parar os relatórios",
        farewell:
          "Os relatórios não são mais enviados. Eles podem ser reativados nos ajustes do site.",
      },
      reports: {
        title: (domain) => `Relatórios por e-mail de ${domain}`,
        warning:
          "Estes relatórios não serão mais enviados para este endereço. Os outros destinatários ainda os receberão.",
        button: "Parar os relatórios",
        farewell:
          "Estes relatórios não são mais enviados para este endereço. Ele pode ser incluído de novo nos ajustes do site.",
      },
      alert: {
        title: (domain) => `Um alerta de ${domain}`,
        warning:
          "Os e-mails deste alerta não serão mais enviados para este endereço. Os outros destinatários ainda os receberão.",
        button: "Parar estes e-mails",
        farewell:
          "Os e-mails deste alerta não são mais enviados para este endereço. Ele pode ser incluído de novo nos ajustes do site.",
      },
      person: {
        title: () => "Relatórios por e-mail dos seus sites",
        warning: "Estes relatórios não serão mais enviados para este endereço.",
        button: "Parar os relatórios",
        farewell: "Estes relatórios não são mais enviados. Eles podem ser reativados na sua conta.",
      },
    },
  };
}
