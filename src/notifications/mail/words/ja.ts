import type { MailTools } from "../mail-tools.ts";
import type { Span } from "../report-period.ts";
import type { MailWords } from "./en.ts";

/** Returns the texts of mails in Japanese. */
export function mailWords(tools: MailTools<"ja">): MailWords {
  const { count, decimal, change, date, month, weekday } = tools;
  const visitors = (number: number) => `訪問者${count(number)}人`;
  const pageviews = (number: number) => `ページビュー${count(number)}件`;
  const minutes = (number: number) => `${count(number)}分`;
  const day = (of: string) => `${date(of)}（${tools.shortWeekday(of)}）`;
  const days = ({ period, from }: Span, isNewest: boolean) => {
    const newest = { day: "昨日", week: "先週", month: "先月" };
    const older = {
      day: date(from),
      week: `${date(from)}からの1週間`,
      month: month(from),
    };
    return (isNewest ? newest : older)[period];
  };
  const changed = (by: number | null) => (by === null ? "" : `（${change(by)}）`);
  return {
    label: (name) => `${name}：`,
    labelled: (name, text) => `${name}：${text}`,
    span: ({ period, from, to }) =>
      ({ day: day(from), week: `${day(from)}～${day(to)}`, month: month(from) })[period],
    shortDay: (of) => `${tools.shortDate(of)}（${tools.shortWeekday(of)}）`,
    dayAndTime: (shortDay, at) => `${shortDay} ${at}`,
    moment: (of, at) => `${date(of)} ${at}`,
    duration: {
      hours: (h, min) => `${count(h)}時間${min}分`,
      minutes: (min, s) => `${min}分${s}秒`,
      seconds: (s) => `${s}秒`,
    },
    report: {
      subject: (domain, number, span, isNewest, by) =>
        `${domain}：${days(span, isNewest)}の${visitors(number)}${changed(by)}`,
      visitors: "訪問者数",
      visits: "訪問数",
      pageviews: "ページビュー数",
      views_per_visit: "訪問あたりのページビュー数",
      bounce_rate: "直帰率",
      visit_duration: "滞在時間",
      visitorsByDay: "日別の訪問者数",
      page: "ページ（ページビュー数順）",
      referrer: "リファラー（訪問者数順）",
      country: "国（訪問者数順）",
      goals: "目標（訪問者数順）",
      annotations: "メモ",
      none: "なし",
      direct: "（直接）",
      unknown: "（不明）",
      comparedWith: (from, to) => `増減は${date(from)}～${date(to)}との比較です。`,
      timezone: (zone) => `日付はタイムゾーン${zone}に基づいています。`,
      statistics: "統計",
      statisticsOf: (domain) => `${domain}の統計`,
      stop: "このレポートの配信を停止する",
    },
    ownReport: {
      subject: (websites, number, span) =>
        `${count(websites)}サイト：${days(span, true)}の${visitors(number)}`,
      website: "サイト",
      line: (domain, people, views, by) =>
        `${domain}：${visitors(people)}${changed(by)}、${pageviews(views)}`,
      leftOut: (websites) => `ほか${count(websites)}サイトは省略されています。`,
    },
    alert: {
      title: (domain, name, news) => `${domain}：${name}：${news}`,
      number: {
        visitors,
        pageviews,
        events: (number) => `カスタムイベント${count(number)}件`,
        goal: (number, goal) => `目標「${goal}」のイベント${count(number)}件`,
      },
      seen: (number, during) => `${minutes(during)}間に${number}`,
      over: (number, during) => `終了、${minutes(during)}間に${number}`,
      silentFor: (during) => `${minutes(during)}間、何も届いていません`,
      again: "再びイベントが届いています",
      counted: (number, from, to, zone) => `${from}～${to}（${zone}）に${number}。`,
      fires: {
        above: (most) => `${count(most)}を超えるとアラートが発生します。`,
        below: (least) => `${count(least)}を下回るとアラートが発生します。`,
        outside: (most, least) =>
          `${count(most)}を超えるか、${count(least)}を下回るとアラートが発生します。`,
        timesAbove: (times, most) =>
          `中央値の${decimal(times)}倍（${decimal(most)}）を超えるとアラートが発生します。`,
        timesBelow: (times, least) =>
          `中央値の${decimal(times)}倍（${decimal(least)}）を下回るとアラートが発生します。`,
        timesOutside: (timesMost, most, timesLeast, least) =>
          `中央値の${decimal(timesMost)}倍（${decimal(most)}）を超えるか、${decimal(timesLeast)}倍（${decimal(least)}）を下回るとアラートが発生します。`,
        silent: (during) => `${minutes(during)}間何も届かないとアラートが発生します。`,
      },
      median: (on, median, numbers) =>
        `過去${numbers.length}週間の同じ曜日（${weekday(on)}）・同じ時間帯の中央値は${decimal(median)}です。各週の数（新しい順）：${numbers.map(count).join("、")}。`,
      nothing: (during) => `${minutes(during)}間、何も届いていません。`,
      cause:
        "トラッキングコードが設置されていないか、イベントが途中で遮断されている可能性があります。",
      eventsAgain: "再びイベントが届いています。",
      test: (title) => `テスト：${title}`,
      testHint: "これはテストです。数値は架空のものです。",
      stop: "このアラートのメールを停止する",
    },
    webhook: {
      test: (name) => `Webhook「${name}」のテストです。`,
      imported: (domain, rows, of) =>
        `${domain}：${count(of)}日分、${count(rows)}行をインポートしました`,
      importFailed: (domain, problem) =>
        `${domain}：インポートに失敗しました：${problem ?? "原因は不明です"}`,
      goal: (domain, number, goal) => `${domain}：目標「${goal}」のイベント${count(number)}件`,
    },
    invitation: {
      subject: "Footfallへの招待",
      text: "サイトの統計の閲覧に招待されました。パスワードを設定してログインしてください：",
      after: "リンクの有効期間は7日間で、一度だけ使えます。ご本人専用です。",
    },
    reset: {
      subject: "Footfallの新しいパスワード",
      text: "新しいパスワードの設定がリクエストされました。こちらで設定してください：",
      after: "リンクの有効期間は1時間で、一度だけ使えます。使わなければ何も変わりません。",
    },
    unsubscribe: {
      everybody: {
        title: (domain) => `${domain}のメールレポート`,
        warning: "このレポートは今後、誰にも届かなくなります。",
        button: "レポートを停止する",
        farewell: "レポートを停止しました。サイトの設定で再び有効にできます。",
      },
      reports: {
        title: (domain) => `${domain}のメールレポート`,
        warning: "このレポートは今後届かなくなります。ほかの人には引き続き届きます。",
        button: "レポートを停止する",
        farewell: "このレポートはもう届きません。サイトの設定で再び追加できます。",
      },
      alert: {
        title: (domain) => `${domain}のアラート`,
        warning: "このアラートのメールは今後届かなくなります。ほかの人には引き続き届きます。",
        button: "メールを停止する",
        farewell: "このアラートのメールはもう届きません。サイトの設定で再び追加できます。",
      },
      person: {
        title: () => "全サイトのメールレポート",
        warning: "このレポートは今後届かなくなります。",
        button: "レポートを停止する",
        farewell: "このレポートはもう届きません。アカウントで再び有効にできます。",
      },
    },
  };
}
