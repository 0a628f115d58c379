import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Arabic. */
export function mailWords(tools: MailTools<"ar">): MailWords {
  const { plural, count, decimal, change, date, month, weekday, isolate } = tools;
  const visitors = (number: number) =>
    plural(number, {
      zero: "لا زوار",
      one: "زائر واحد",
      two: "زائران",
      few: `${count(number)} زوار`,
      many: `${count(number)} زائرًا`,
      other: `${count(number)} زائر`,
    });
  const pageviews = (number: number) =>
    plural(number, {
      zero: "لا مشاهدات للصفحات",
      one: "مشاهدة صفحة واحدة",
      two: "مشاهدتا صفحة",
      few: `${count(number)} مشاهدات للصفحات`,
      many: `${count(number)} مشاهدة للصفحات`,
      other: `${count(number)} مشاهدة للصفحات`,
    });
  const events = (number: number) =>
    plural(number, {
      zero: "لا أحداث",
      one: "حدث واحد",
      two: "حدثان",
      few: `${count(number)} أحداث`,
      many: `${count(number)} حدثًا`,
      other: `${count(number)} حدث`,
    });
  const customEvents = (number: number) =>
    plural(number, {
      zero: "لا أحداث مخصصة",
      one: "حدث مخصص واحد",
      two: "حدثان مخصصان",
      few: `${count(number)} أحداث مخصصة`,
      many: `${count(number)} حدثًا مخصصًا`,
      other: `${count(number)} حدث مخصص`,
    });
  const minutes = (number: number) =>
    plural(number, {
      zero: "0 دقيقة",
      one: "دقيقة واحدة",
      two: "دقيقتين",
      few: `${count(number)} دقائق`,
      many: `${count(number)} دقيقة`,
      other: `${count(number)} دقيقة`,
    });
  const websitesOf = (number: number) =>
    plural(number, {
      zero: "لا مواقع",
      one: "موقع واحد",
      two: "موقعان",
      few: `${count(number)} مواقع`,
      many: `${count(number)} موقعًا`,
      other: `${count(number)} موقع`,
    });
  const day = (of: string) => `${weekday(of)} ${date(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "أمس", week: "في الأسبوع الماضي", month: "في الشهر الماضي" };
    const older = {
      day: `في ${date(from)}`,
      week: `في الأسبوع الذي يبدأ في ${date(from)}`,
      month: `في ${month(from)}`,
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : ` (${change(by)})`);
  return {
    label: (name) => `${name}:`,
    labelled: (name, text) => `${name}: ${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `من ${day(from)} إلى ${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortWeekday(of)} ${tools.shortDate(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay}، ${at}`,
    moment: (of, at) => `${date(of)} الساعة ${at}`,
    duration: {
      hours: (h, min) => `${count(h)} س ${min} د`,
      minutes: (min, s) => `${min} د ${s} ث`,
      seconds: (s) => `${s} ث`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}: ${visitors(number)} ${days(span, isNewest)}${changed(by)}`,
      visitors: "الزوار",
      visits: "الزيارات",
      pageviews: "مشاهدات الصفحات",
      views_per_visit: "المشاهدات لكل زيارة",
      bounce_rate: "معدل الارتداد",
      visit_duration: "مدة الزيارة",
      visitorsByDay: "الزوار حسب اليوم",
      page: "الصفحات حسب المشاهدات",
      referrer: "المواقع المُحيلة حسب الزوار",
      country: "البلدان حسب الزوار",
      goals: "الأهداف حسب الزوار",
      annotations: "الملاحظات",
      none: "لا شيء",
      direct: "(مباشر)",
      unknown: "(غير معروف)",
      comparedWith: (from, to) => `التغيرات مقارنةً بالفترة من ${date(from)} إلى ${date(to)}.`,
      timezone: (zone) => `الأيام بحسب المنطقة الزمنية ${isolate(zone)}.`,
      statistics: "الإحصاءات",
      statisticsOf: (domain) => `إحصاءات ${isolate(domain)}`,
      stop: "إيقاف هذه التقارير",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${websitesOf(websites)}: ${visitors(number)} ${days(span, true)}`,
      website: "الموقع",
      line: (domain, people, views, by) =>
        `${domain}: ${visitors(people)}${changed(by)}، ${pageviews(views)}`,
      leftOut: (websites) => `مواقع أخرى غير معروضة هنا: ${count(websites)}.`,
    },
    alert: {
      title: (domain, name, news) => `${domain}: ${isolate(name)}: ${news}`,
      number: {
        visitors,
        pageviews,
        events: customEvents,
        goal: (number, goal) => `${events(number)} للهدف ${isolate(goal)}`,
      },
      seen: (number, during) => `${number} خلال ${minutes(during)}`,
      over: (number, during) => `انتهى، ${number} خلال ${minutes(during)}`,
      silentFor: (during) => `لم يصل شيء منذ ${minutes(during)}`,
      again: "عادت الأحداث إلى الوصول",
      counted: (number, from, to, zone) => `${number} من ${from} إلى ${to} (${isolate(zone)}).`,
      fires: {
        above: (most) => `ينشط التنبيه إذا زاد العدد على ${count(most)}.`,
        below: (least) => `ينشط التنبيه إذا قل العدد عن ${count(least)}.`,
        outside: (most, least) =>
          `ينشط التنبيه إذا زاد العدد على ${count(most)} أو قل عن ${count(least)}.`,
        timesAbove: (times, most) =>
          `ينشط التنبيه إذا زاد العدد على الوسيط مضروبًا في ${decimal(times)}، أي على ${decimal(most)}.`,
        timesBelow: (times, least) =>
          `ينشط التنبيه إذا قل العدد عن الوسيط مضروبًا في ${decimal(times)}، أي عن ${decimal(least)}.`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `ينشط التنبيه إذا زاد العدد على الوسيط مضروبًا في ${decimal(timesMost)} (${decimal(most)}) أو قل عن الوسيط مضروبًا في ${decimal(timesLeast)} (${decimal(least)}).`,
        silent: (during) => `ينشط التنبيه إذا لم يصل شيء خلال ${minutes(during)}.`,
      },
      median: (on, median, numbers) =>
        `وسيط الساعات نفسها في يوم الأسبوع نفسه (${weekday(on)}) من الأسابيع الأخيرة (${numbers.length}) هو ${decimal(median)}. الأعداد بدءًا من آخر أسبوع: ${numbers.map(count).join("، ")}.`,
      nothing: (during) => `لم يصل أي شيء منذ ${minutes(during)}.`,
      cause: "ربما كان رمز التتبع مفقودًا، أو أن شيئًا ما يمنع وصول أحداثه.",
      eventsAgain: "عادت الأحداث إلى الوصول.",
      test: (title) => `اختبار: ${title}`,
      testHint: "هذا اختبار، والأرقام غير حقيقية.",
      stop: "إيقاف رسائل هذا التنبيه",
    },
    webhook: {
      test: (name) => `هذا اختبار لخطاف الويب ${isolate(name)}.`,
      imported: (domain, rows, of) =>
        `${domain}: اكتمل الاستيراد (عدد الصفوف: ${count(rows)}، عدد الأيام: ${count(of)})`,
      importFailed: (domain, problem) =>
        `${domain}: فشل الاستيراد: ${problem ?? "السبب غير معروف"}`,
      goal: (domain, number, goal) => `${domain}: ${events(number)} للهدف ${isolate(goal)}`,
    },
    invitation: {
      subject: "دعوة إلى Footfall",
      text: "هذه دعوة للاطلاع على إحصاءات المواقع. لتسجيل الدخول يُرجى اختيار كلمة مرور:",
      after: "الرابط صالح لمدة 7 أيام، ويُستخدم مرة واحدة فقط، وهو مخصص لصاحب هذا العنوان وحده.",
    },
    reset: {
      subject: "كلمة مرور جديدة لحساب Footfall",
      text: "طُلبت كلمة مرور جديدة لهذا العنوان. يمكن اختيارها هنا:",
      after: "الرابط صالح لمدة ساعة، ويُستخدم مرة واحدة فقط. إن لم يُستخدم فلن يتغير شيء.",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `التقارير البريدية لموقع ${isolate(domain)}`,
        warning: "لن يتلقى أحد هذه التقارير بعد الآن.",
        button: "إيقاف التقارير",
        farewell: "تم إيقاف التقارير. يمكن تفعيلها من جديد في إعدادات الموقع.",
      },
      reports: {
        title: (domain) => `التقارير البريدية لموقع ${isolate(domain)}`,
        warning: "لن تصل هذه التقارير إلى هذا العنوان بعد الآن. سيظل الآخرون يتلقونها.",
        button: "إيقاف التقارير",
        farewell:
          "لن تصل هذه التقارير إلى هذا العنوان بعد الآن. يمكن إضافته من جديد في إعدادات الموقع.",
      },
      alert: {
        title: (domain) => `تنبيه من ${isolate(domain)}`,
        warning: "لن تصل رسائل هذا التنبيه إلى هذا العنوان بعد الآن. سيظل الآخرون يتلقونها.",
        button: "إيقاف هذه الرسائل",
        farewell:
          "لن تصل رسائل هذا التنبيه إلى هذا العنوان بعد الآن. يمكن إضافته من جديد في إعدادات الموقع.",
      },
      person: {
        title: () => "التقارير البريدية لكل المواقع",
        warning: "لن تصل هذه التقارير إلى هذا العنوان بعد الآن.",
        button: "إيقاف التقارير",
        farewell: "لن تصل هذه التقارير إلى هذا العنوان بعد الآن. يمكن تفعيلها من جديد في الحساب.",
      },
    },
  };
}
