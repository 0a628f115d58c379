import type { Span } from "../email-report-period.ts";
import type { MailTools } from "../mail-tools.ts";

/** Returns the texts of mails, and of the pages and messages that belong to them, in English. */
export function mailWords(tools: MailTools) {
  const { plural, count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) =>
    `${count(number)} ${plural(number, { one: "visitor", other: "visitors" })}`;
  const pageviews = (number: number) =>
    `${count(number)} ${plural(number, { one: "page view", other: "page views" })}`;
  const events = (number: number) =>
    `${count(number)} ${plural(number, { one: "event", other: "events" })}`;
  const minutes = (number: number) =>
    plural(number, { one: "1 minute", other: `${count(number)} minutes` });
  const day = (of: string) => `${weekday(of)}, ${date(of)}`;
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    /** Names what follows in the next line. */
    label: (name: string) => `${name}:`,
    labelled: (name: string, text: string) => `${name}: ${text}`,
    /** The days of a report. */
    span: ({ period, from, to }: Span) =>
      ({ day: day(from), week: `${day(from)} to ${day(to)}`, month: month(from) })[period],
    /** The days of a report in its subject: of the newest one, and of one before. */
    newest: { day: "yesterday", week: "last week", month: "last month" },
    older: {
      day: (from: string) => `on ${date(from)}`,
      week: (from: string) => `in the week from ${date(from)}`,
      month: (from: string, _year: number, _monthNumber: number) => `in ${month(from)}`,
    },
    /** A day in few letters. */
    shortDay: (of: string) => `${tools.shortWeekday(of)} ${tools.shortDate(of)}`,
    /** When a note is; `at` is `HH:MM`. */
    dayAndTime: (shortDay: string, at: string) => `${shortDay}, ${at}`,
    /** A moment of the website's day; `at` is `HH:MM`. */
    moment: (of: string, at: string) => `${of} ${at}`,
    duration: {
      hours: (h: number, min: number) => `${count(h)} h ${min} min`,
      minutes: (min: number, s: number) => `${min} min ${s} s`,
      seconds: (s: number) => `${s} s`,
    },

    report: {
      /** `when` is one of `days`. */
      subject: (domain: string, number: number, when: string, by: number | null) =>
        `${domain}: ${visitors(number)} ${when}${changed(by)}`,
      visitors: "Visitors",
      visits: "Visits",
      pageviews: "Page views",
      views_per_visit: "Views per visit",
      bounce_rate: "Bounce rate",
      visit_duration: "Visit duration",
      visitorsByDay: "Visitors by day",
      page: "Pages, by page views",
      referrer: "Referrers, by visitors",
      country: "Countries, by visitors",
      goals: "Goals, by visitors",
      annotations: "Annotations",
      /** Stands in place of the rows of an empty list. */
      none: "none",
      /** Visitors who followed no link. */
      direct: "(direct)",
      unknown: "(unknown)",
      comparedWith: (from: string, to: string) =>
        `Changes are relative to ${date(from)} to ${date(to)}.`,
      /** One line about what is no visit. */
      reads: (reads: number) =>
        plural(reads, {
          one: "Crawlers and other programs read a page once.",
          other: `Crawlers and other programs read pages ${count(reads)} times.`,
        }),
      timezone: (zone: string) => `Days are in the time zone ${zone}.`,
      statistics: "Statistics",
      statisticsOf: (domain: string) => `Statistics of ${domain}`,
      stop: "Stop these reports",
    },

    /** The mail with the numbers of all websites that a person sees. */
    ownReport: {
      subject: (websites: number, number: number, when: string) =>
        `${count(websites)} ${plural(websites, { one: "website", other: "websites" })}: ${visitors(number)} ${when}`,
      website: "Website",
      line: (domain: string, people: number, views: number, by: number | null) =>
        `${domain}: ${visitors(people)}${changed(by)}, ${pageviews(views)}`,
      leftOut: (websites: number) =>
        plural(websites, {
          one: "1 more is left out.",
          other: `${count(websites)} more are left out.`,
        }),
    },

    alert: {
      /** The line above a message, made of `seen`, `over`, `silentFor` or `again`. */
      title: (domain: string, name: string, news: string) => `${domain}: ${name}: ${news}`,
      /** The number of a window and what it counts. `goal` is the name of the goal. */
      number: {
        visitors,
        pageviews,
        events: (number: number) =>
          `${count(number)} ${plural(number, { one: "custom event", other: "custom events" })}`,
        goal: (number: number, goal: string) => `${events(number)} of the goal ${goal}`,
        reads: (number: number) =>
          `${count(number)} ${plural(number, { one: "read", other: "reads" })} of programs`,
        readsOf: (number: number, reader: string) =>
          `${count(number)} ${plural(number, { one: "read", other: "reads" })} of ${reader}`,
      },
      seen: (number: string, during: number) => `${number} in ${minutes(during)}`,
      over: (number: string, during: number) => `over, ${number} in ${minutes(during)}`,
      /** The same for a window of several days. */
      seenInDays: (number: string, days: number) => `${number} in ${count(days)} days`,
      overInDays: (number: string, days: number) => `over, ${number} in ${count(days)} days`,
      silentFor: (during: number) => `nothing has come for ${minutes(during)}`,
      again: "events come in again",
      counted: (number: string, from: string, to: string, zone: string) =>
        `${number} from ${from} to ${to} (${zone}).`,
      fires: {
        above: (most: number) => `The alert fires while there are more than ${count(most)}.`,
        below: (least: number) => `The alert fires while there are less than ${count(least)}.`,
        outside: (most: number, least: number) =>
          `The alert fires while there are more than ${count(most)} or less than ${count(least)}.`,
        timesAbove: (times: number, most: number) =>
          `The alert fires while there are more than ${decimal(times)} times the median, which are ${decimal(most)}.`,
        timesBelow: (times: number, least: number) =>
          `The alert fires while there are less than ${decimal(times)} times the median, which are ${decimal(least)}.`,
        timesOutside: (timesMost: number, most: number, timesLeast: number, least: number) =>
          `The alert fires while there are more than ${decimal(timesMost)} times the median, which are ${decimal(most)} or less than ${decimal(timesLeast)} times the median, which are ${decimal(least)}.`,
        silent: (during: number) => `The alert fires after ${minutes(during)}.`,
      },
      /**
       * `on` is one of the days. The numbers are those of the weeks, the last week's first, with
       * `comma` between two.
       */
      median: (on: string, median: number, weeks: number, numbers: string) =>
        `The median of the same hours of the last ${weeks} ${weekday(on)}s is ${decimal(median)}: they had ${numbers}, the last one first.`,
      comma: ", ",
      nothing: (during: number) => `Nothing of any kind has come for ${minutes(during)}.`,
      cause: "The tracker may be missing, or something may keep its events away.",
      eventsAgain: "Events come in again.",
      test: (title: string) => `Test: ${title}`,
      testHint: "This is a test. The numbers are made up.",
      stop: "Stop the mails of this alert",
    },

    /** Messages of webhooks, beside those of alerts and reports. */
    webhook: {
      test: (name: string) => `This is a test of the webhook ${name}.`,
      imported: (domain: string, rows: number, of: number) =>
        `${domain}: ${count(rows)} ${plural(rows, { one: "row", other: "rows" })} of ${count(of)} ${plural(of, { one: "day was", other: "days were" })} imported`,
      /** `problem` is English, and null if nobody knows it. */
      importFailed: (domain: string, problem: string | null) =>
        `${domain}: an import failed: ${problem ?? "nobody knows why"}`,
      goal: (domain: string, number: number, goal: string) =>
        plural(number, {
          one: `${domain}: an event of the goal ${goal}`,
          other: `${domain}: ${count(number)} events of the goal ${goal}`,
        }),
    },

    /** Mails with a link for a person alone. */
    invitation: {
      subject: "Your invitation to Footfall",
      text: "You were invited to see web statistics. Choose a password to sign in:",
      after: (days: number) =>
        `The link is valid for ${count(days)} days, and can be used once. It is for you alone.`,
    },
    reset: {
      subject: "A new password for Footfall",
      text: "Somebody, probably you, has asked for a new password. Choose one here:",
      after: "The link is valid for an hour, and can be used once. Without it, nothing changes.",
    },

    /** The pages that stop mails. */
    unsubscribe: {
      /** For links of earlier releases, which stop the reports of everybody. */
      everybody: {
        title: (domain: string) => `E-mail reports of ${domain}`,
        warning: "No one will receive these reports any more.",
        button: "Stop the reports",
        farewell:
          "The reports are stopped. In the website's settings they can be switched on again.",
      },
      reports: {
        title: (domain: string) => `E-mail reports of ${domain}`,
        warning: "You will not receive these reports any more. Others still do.",
        button: "Stop the reports",
        farewell:
          "You get no more of these reports. In the website's settings you can be added again.",
      },
      alert: {
        title: (domain: string) => `An alert of ${domain}`,
        warning: "You will not receive mails of this alert any more. Others still do.",
        button: "Stop these mails",
        farewell:
          "You get no more mails of this alert. In the website's settings you can be added again.",
      },
      person: {
        title: () => "E-mail reports of your websites",
        warning: "You will not receive these reports any more.",
        button: "Stop the reports",
        farewell: "You get no more of these reports. In your account you can switch them on again.",
      },
    },
  };
}

/** The texts of mails in any language. */
export type MailWords = ReturnType<typeof mailWords>;
