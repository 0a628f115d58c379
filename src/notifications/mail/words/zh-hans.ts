import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in simplified Chinese. */
export function mailWords(tools: MailTools<"zh-Hans">): MailWords {
  const { count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) => `${count(number)}位访客`;
  const pageviews = (number: number) => `${count(number)}次浏览`;
  const minutes = (number: number) => `${count(number)}分钟`;
  const day = (of: string) => `${date(of)}${weekday(of)}`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "昨天", week: "上周", month: "上个月" };
    const older = { day: date(from), week: `${date(from)}起的一周`, month: month(from) };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : `（${change(by)}）`);
  return {
    label: (name) => `${name}：`,
    labelled: (name, text) => `${name}：${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `${day(from)}至${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortDate(of)}${tools.shortWeekday(of)}`,
    dayAndTime: (shortDay, at) => `${shortDay} ${at}`,
    moment: (of, at) => `${date(of)} ${at}`,
    duration: {
      hours: (h, min) => `${count(h)}小时${min}分`,
      minutes: (min, s) => `${min}分${s}秒`,
      seconds: (s) => `${s}秒`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}：${days(span, isNewest)}有${visitors(number)}${changed(by)}`,
      visitors: "访客数",
      visits: "访问次数",
      pageviews: "浏览量",
      views_per_visit: "每次访问浏览量",
      bounce_rate: "跳出率",
      visit_duration: "访问时长",
      visitorsByDay: "每日访客数",
      page: "页面（按浏览量）",
      referrer: "引荐网站（按访客数）",
      country: "国家/地区（按访客数）",
      goals: "目标（按访客数）",
      annotations: "备注",
      none: "无",
      direct: "（直接访问）",
      unknown: "（未知）",
      comparedWith: (from, to) => `变化的对比时段为${date(from)}至${date(to)}。`,
      timezone: (zone) => `日期按时区${zone}计算。`,
      statistics: "统计数据",
      statisticsOf: (domain) => `${domain}的统计数据`,
      stop: "退订这些报告",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)}个网站：${days(span, true)}有${visitors(number)}`,
      website: "网站",
      line: (domain, people, views, by) =>
        `${domain}：${visitors(people)}${changed(by)}，${pageviews(views)}`,
      leftOut: (websites) => `另有${count(websites)}个网站未列出。`,
    },
    alert: {
      title: (domain, name, news) => `${domain}：${name}：${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) => `${count(number)}个自定义事件`,
        goal: (number, goal) => `${count(number)}个“${goal}”目标事件`,
      },
      seen: (number, during) => `${minutes(during)}内有${number}`,
      over: (number, during) => `已结束，${minutes(during)}内有${number}`,
      silentFor: (during) => `已有${minutes(during)}没有收到任何数据`,
      again: "又开始收到事件",
      counted: (number, from, to, zone) => `${from}至${to}（${zone}）有${number}。`,
      fires: {
        above: (most) => `多于${count(most)}时触发告警。`,
        below: (least) => `少于${count(least)}时触发告警。`,
        outside: (most, least) => `多于${count(most)}或少于${count(least)}时触发告警。`,
        timesAbove: (times, most) =>
          `多于中位数的${decimal(times)}倍（即${decimal(most)}）时触发告警。`,
        timesBelow: (times, least) =>
          `少于中位数的${decimal(times)}倍（即${decimal(least)}）时触发告警。`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `多于中位数的${decimal(timesMost)}倍（即${decimal(most)}）或少于其${decimal(timesLeast)}倍（即${decimal(least)}）时触发告警。`,
        silent: (during) => `${minutes(during)}内没有收到任何数据时触发告警。`,
      },
      median: (on, median, numbers) =>
        `最近${numbers.length}周${weekday(on)}同一时段的中位数为${decimal(median)}。各周数值（最近一周在前）：${numbers.map(count).join("、")}。`,
      nothing: (during) => `已有${minutes(during)}没有收到任何数据。`,
      cause: "可能缺少跟踪代码，或者其事件被拦截。",
      eventsAgain: "又开始收到事件。",
      test: (title) => `测试：${title}`,
      testHint: "这是一条测试消息，数字是虚构的。",
      stop: "退订此告警的邮件",
    },
    webhook: {
      test: (name) => `这是Webhook“${name}”的测试。`,
      imported: (domain, rows, of) => `${domain}：已导入${count(of)}天的${count(rows)}行数据`,
      importFailed: (domain, problem) => `${domain}：导入失败：${problem ?? "原因不明"}`,
      goal: (domain, number, goal) => `${domain}：${count(number)}个“${goal}”目标事件`,
    },
    invitation: {
      subject: "邀请加入Footfall",
      text: "这是一份查看网站统计数据的邀请。请设置密码以登录：",
      after: "此链接7天内有效，只能使用一次，仅供本人使用。",
    },
    reset: {
      subject: "设置Footfall的新密码",
      text: "有人（可能是本人）申请了新密码。请在此设置：",
      after: "此链接一小时内有效，只能使用一次。如不使用，一切保持不变。",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `${domain}的邮件报告`,
        warning: "此后将不再有人收到这些报告。",
        button: "停止报告",
        farewell: "报告已停止。可以在网站设置中重新启用。",
      },
      reports: {
        title: (domain) => `${domain}的邮件报告`,
        warning: "此地址将不再收到这些报告，其他人仍会收到。",
        button: "停止报告",
        farewell: "此地址不会再收到这些报告，可以在网站设置中重新添加。",
      },
      alert: {
        title: (domain) => `${domain}的告警`,
        warning: "此地址将不再收到此告警的邮件，其他人仍会收到。",
        button: "停止这些邮件",
        farewell: "此地址不会再收到此告警的邮件，可以在网站设置中重新添加。",
      },
      person: {
        title: () => "全部网站的邮件报告",
        warning: "此地址将不再收到这些报告。",
        button: "停止报告",
        farewell: "此地址不会再收到这些报告，可以在账户中重新启用。",
      },
    },
  };
}
