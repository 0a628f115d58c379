import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

/** Returns a share of the usual number, such as `half`. */
function shareText(share: number, percent: number): string {
  if (percent === 75) return "three quarters";
  if (percent === 50) return "half";
  if (percent === 25) return "a quarter";
  if (percent === 10) return "a tenth";
  return format.percent(share);
}

/** The texts of the view in which people say what they want to be told, and how. */
export const notificationsWords = translated("notifications", {
  send: "Send a test",
  sendNamed: (name: string) => `Send a test of ${name}`,
  sending: "Sending …",
  sent: (to: string) => `${to}: sent.`,
  notSent: (to: string, problem: string) => `${to}: not sent. The reason: ${problem}`,
  toMe: "You",
  name: "Name",
  off: "Off",
  mayNotWrite: "You may see this website, but not change it.",

  noMail: {
    title: "No mail server is set up",
    text: "Until one is set up, nobody gets mails. Whoever runs this server sets SMTP_URL, REPORT_FROM and BASE_URL, for example as below, and starts Footfall again.",
    example: (origin: string) =>
      `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
    more: "Read more about e-mail reports",
    short: "This server cannot send mails yet, as no mail server is set up.",
  },

  recipients: {
    title: "Who is told",
    me: (email: string) => `Me, ${email}`,
    person: (name: string, email: string) => (name === "" ? email : `${name}, ${email}`),
    unknownPerson: (id: number) => `person ${id}`,
    webhook: (name: string) => `Webhook ${name}`,
    unknownWebhook: (id: number) => `webhook ${id}`,
    addresses: "E-mail addresses",
    moreAddresses: "Other e-mail addresses",
    addressesHint: "One per line.",
    none: "Please choose somebody, or write an address.",
    wrong: (name: string, error: string) => `${name}: ${error}`,
  },

  reports: {
    title: "E-mail reports",
    hint: "A mail with the visitors, pages, sources and goals of the time before, and how they changed.",
    periods: {
      day: "Each day",
      week: "Each week",
      month: "Each month",
    },
    periodsTitle: "How often",
    sendAt: "Time",
    sendAtHint: (zone: string) => `In the time zone of the website, ${zone}.`,
    addressesOrDefault: (count: number) =>
      plural(count, {
        one: "One per line. If you leave it empty, the address that the server's REPORT_TO names gets them.",
        other: `One per line. If you leave it empty, the ${count} addresses that the server's REPORT_TO names get them.`,
      }),
    off: "Nobody gets reports, as none is chosen.",
    /** `when` has at least one of these. */
    times: { day: "each day", week: "each Monday", month: "on the first of each month" },
    plan: (to: readonly string[], when: readonly string[], time: string) =>
      `A mail goes to ${format.list(to, "and")} ${format.list(when, "and")} at ${time}.`,
    defaults: (count: number) =>
      plural(count, {
        one: "the address of REPORT_TO",
        other: `the ${count} addresses of REPORT_TO`,
      }),
    nobody: "Please write at least one address.",
    last: {
      none: (days: number) => `No report was sent in the last ${format.count(days)} days.`,
      sent: (time: string) => `The last report was sent on ${time}.`,
      failed: (time: string, problem: string) =>
        `The last report could not be sent on ${time}. The reason: ${problem}`,
    },
  },

  mine: {
    title: "E-mail reports of all websites",
    hint: "One mail for you with the visitors and page views of all websites that you see, 200 at most.",
    timezone: "Time zone",
    off: "You get no such mail, as none is chosen.",
    /** `when` is as in `reports`. */
    plan: (email: string, when: readonly string[], time: string, zone: string) =>
      `A mail goes to ${email} ${format.list(when, "and")} at ${time}, in the time zone ${zone}.`,
  },

  alerts: {
    title: "Alerts",
    hint: "A message when something unusual happens, and another one when it is over.",
    none: "There are no alerts yet.",
    add: "Add an alert",
    addAction: "Add alert",
    added: "The alert is on. Send a test to see whether it arrives.",
    deleteHint: "It tells nobody any more.",
    firingSince: (time: string) => `Firing since ${time}`,
    firing: "Firing",
    quietSince: (time: string) => `It has been quiet since ${time}.`,
    quiet: "It is quiet, and has not fired yet.",
    isOff: "It is switched off.",
    last: {
      sent: (time: string) => `The last message was sent on ${time}.`,
      failed: (time: string, problem: string) =>
        `The last message did not reach everybody on ${time}. The reason: ${problem}`,
    },

    when: "Tell me when",
    kinds: {
      silence: {
        option: "nothing comes in",
        name: "Nothing comes in",
        hint: "The website may be down, or its tracking code may be missing. If nobody comes at night, choose hours below.",
      },
      usualAbove: {
        option: "there are more than usual",
        name: "More than usual",
        hint: "Compared with the same hours of this weekday in the last four weeks, of which the median is taken. It needs data of two weeks.",
      },
      usualBelow: {
        option: "there are fewer than usual",
        name: "Fewer than usual",
        hint: "Compared with the same hours of this weekday in the last four weeks, of which the median is taken. It needs data of two weeks.",
      },
      above: { option: "there are more than a number", name: "More than a number", hint: "" },
      below: { option: "there are fewer than a number", name: "Fewer than a number", hint: "" },
      goal: { option: "a goal is reached", name: "A goal is reached", hint: "" },
      other: { option: "as it is", name: "Alert", hint: "" },
    },
    /**
     * The name of a new alert on a number. `measure` is the key of the noun in `nouns`, or "goal".
     */
    names: {
      usualAbove: (noun: string, _measure: string) => `More ${noun} than usual`,
      usualBelow: (noun: string, _measure: string) => `Fewer ${noun} than usual`,
      above: (noun: string, number: string) => `More than ${number} ${noun}`,
      below: (noun: string, number: string) => `Fewer than ${number} ${noun}`,
      goal: (goal: string) => `Goal ${goal} is reached`,
    },
    measure: "Number",
    measures: {
      visitors: "Visitors",
      pageviews: "Page views",
      events: "Custom events",
      reads: "Reads of crawlers",
    },
    reader: "Crawler",
    readerHint: "Its name, such as Googlebot; all of them if empty",
    measureOfGoal: (goal: string) => `Goal ${goal}`,
    /**
     * The thing that is counted, as the names above and the sentences of `does` have it: "more than
     * 5 visitors". The count is 0 where no number stands before it: "more visitors than usual".
     */
    nouns: {
      visitors: (count: number) => plural(count, { one: "visitor", other: "visitors" }),
      pageviews: (count: number) => plural(count, { one: "page view", other: "page views" }),
      events: (count: number) => plural(count, { one: "custom event", other: "custom events" }),
      reads: (count: number) =>
        plural(count, { one: "read of crawlers", other: "reads of crawlers" }),
    },
    nounOfReader: (reader: string, count: number) =>
      plural(count, { one: `read of ${reader}`, other: `reads of ${reader}` }),
    nounOfGoal: (goal: string, count: number) =>
      plural(count, { one: `event of the goal ${goal}`, other: `events of the goal ${goal}` }),
    unknownGoal: (id: number) => `number ${id} (deleted)`,
    goal: "Goal",
    silentFor: "For",
    window: "Within",
    /** How long, as it stands in the sentences below, too, where it is `time`. */
    durations: {
      minutes: (count: number) => plural(count, { one: "1 minute", other: `${count} minutes` }),
      hours: (count: number) => `${count} hours`,
      days: (count: number) => `${count} days`,
    },
    more: "More than",
    fewer: "Fewer than",
    least: "How often at least",
    timesAbove: "More than",
    timesBelow: "Less than",
    times: (factor: number) => `${factor} times the usual`,
    /** `percent` is the share in percent. */
    share: (share: number, percent: number) => `${shareText(share, percent)} of the usual`,
    someHours: "Only at certain hours of the day",
    from: "From",
    until: "Until",
    pause: "At most once in",
    isOn: "The alert is on",

    /** Sentences on what an alert does, one for each kind of rule. */
    does: {
      silence: (time: string) => `Sends a message when nothing comes in for ${time}.`,
      usualAbove: (noun: string, times: number, time: string, _measure: string) =>
        `Sends a message when there are more than ${times} times as many ${noun} as usual in ${time}.`,
      usualBelow: (noun: string, share: number, time: string, percent: number, _measure: string) =>
        `Sends a message when there is less than ${shareText(share, percent)} of the usual number of ${noun} in ${time}.`,
      above: (noun: string, number: string, time: string) =>
        `Sends a message when there are more than ${number} ${noun} in ${time}.`,
      below: (noun: string, number: string, time: string) =>
        `Sends a message when there are fewer than ${number} ${noun} in ${time}.`,
      goal: (goal: string, number: number, time: string) =>
        plural(number, {
          one: `Sends a message when the goal ${goal} is reached in ${time}.`,
          other: `Sends a message when the goal ${goal} is reached ${format.count(number)} times in ${time}.`,
        }),
      other: "Sends a message by a rule that a program has set.",
    },
    hours: (from: string, until: string, zone: string) =>
      `It looks only from ${from} to ${until}, in the time zone ${zone}.`,
    goesTo: (to: readonly string[]) => `It goes to ${format.list(to, "and")}.`,
    over: (time: string) => `It says so at most once in ${time}, and again when it is over.`,
  },

  webhooks: {
    title: "Webhooks",
    hint: "A webhook is an address that Footfall calls: a channel of Slack or Discord, or a program of yours. It is there for all websites.",
    none: "There are no webhooks yet.",
    add: "Add a webhook",
    addAction: "Add webhook",
    added: "The webhook is on. Send a test to see whether it arrives.",
    deleteHint: "Footfall does not call it any more. Alerts that name it leave it out.",
    url: "Address",
    urlHint:
      "It begins with https://. Slack and Discord show it where you add an incoming webhook.",
    format: "Form",
    formats: { json: "JSON, for a program", slack: "Slack", discord: "Discord" },
    events: "What it gets of all websites",
    eventsHint: "Alerts choose their webhooks themselves.",
    eventNames: {
      report: "Reports that become due",
      import: "Imports that end",
      goal: "Goals that are reached",
    },
    gets: {
      report: "reports",
      import: "ends of imports",
      goal: "goals",
    },
    getsList: (format_: string, events: readonly string[]) =>
      events.length === 0
        ? `${format_}. It gets the alerts that name it.`
        : `${format_}. It gets the alerts that name it, and ${format.list(events, "and")} of all websites.`,
    secret: "Secret (optional)",
    secretHint:
      "Requests are signed with it, so that the program knows that they come from here. It is never shown again.",
    secretKeep: "There is one. Leave this empty to keep it.",
    secretRemove: "Remove the secret",
    isOn: "The webhook is on",
    failed: (time: string) => `Switched off on ${time}, as it had failed for a week.`,
    last: {
      none: (days: number) => `It was not called in the last ${format.count(days)} days.`,
      sent: (time: string) => `The last call arrived on ${time}.`,
      failed: (time: string, problem: string) =>
        `The last call failed on ${time}. The reason: ${problem}`,
    },
  },
});
