import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Japanese: wrong fields, failures, imports and notifications. */
export const tables = ({ count, percent, decimal, list }: Tools<"ja">): MessageTables => {
  const rows = (number: number) => `${count(number)}行`;
  const days = (number: number) => `${count(number)}日分`;
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)}日`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)}時間`;
    return `${count(minutes)}分`;
  };
  const shares: Readonly<Record<string, string>> = {
    "0.75": "4分の3",
    "0.5": "半分",
    "0.25": "4分の1",
    "0.1": "10分の1",
  };
  const shareText = (share: number) => shares[share] ?? percent(share);
  const times = { day: "毎日", week: "毎週月曜日", month: "毎月1日" };
  const timesText = (periods: readonly (keyof typeof times)[]) =>
    list(
      periods.map((period) => times[period]),
      "and",
    );
  const named = ({ file, why }: { readonly file: string; readonly why: string }) =>
    `${file}：${why}`;

  return {
    "field-errors": {
      required: "入力してください。",
      required_password: "統計を見るにはパスワードが必要なため、設定してください。",
      text: "テキストを入力してください。",
      text_length: ({ min, max }) => `${min}～${max}文字で入力してください。`,
      text_max: ({ max }) => `${max}文字以内で入力してください。`,
      characters_max: ({ max }) => `${max}文字以内で入力してください。`,
      hidden_characters: "制御文字や文字の方向を変える文字は使えません。",
      lines_max: ({ max }) => `${max}行までです。`,
      no_email: "メールアドレスをパスワードにすることはできません。",
      email: ({ max }) => `${max}文字以内のメールアドレスを1つ入力してください。`,
      email_taken: "このメールアドレスはすでに使われています。",
      password_of_now: "現在のパスワードを入力してください。",
      password_wrong: "現在のパスワードと一致しません。",
      link_over: "このリンクは無効になりました。新しいリンクを依頼してください。",
      last_owner: "有効なオーナーが少なくとも1人必要です。",
      person_disabled: "このユーザーは無効になっています。",
      grants_max: ({ max }) =>
        `1人のユーザーに権限を付与できるのは${max}サイトまでです。代わりに、すべてのサイトへの権限を付与してください。`,
      people_max: ({ max }) => `ユーザーは${max}人までです。`,
      keys_max: ({ max }) => `キーは${max}個までです。`,
      domain: "example.comのようなドメイン名を、ポートやパスを付けずに入力してください。",
      domain_taken: "このサイトはすでに登録されています。",
      aliases: ({ max }) =>
        `エイリアスは${max}個までです。文字、数字、ドット、ハイフン、アンダースコアを使えます。`,
      alias_taken: ({ name }) => `「${name}」という名前は別のサイトが使っています。`,
      timezone: "Europe/Berlinのようなタイムゾーンを一覧から選んでください。",
      param_name: ({ name }) =>
        `「${name}」はクエリパラメーターの名前ではありません。名前の末尾には*を使えます。`,
      ip: ({ text }) => `「${text}」はIPアドレスでも、203.0.113.0/24のような範囲でもありません。`,
      date: "実在する日を選んでください。",
      time_of_day: "09:30のような時刻を入力してください。",
      time_in_future: "未来の日時を選んでください。",
      time_past: "未来の日時を選んでください。",
      name_taken: "この名前はすでに使われています。",
      segment_missing: "このセグメントはもう存在しません。",
      segment_broken:
        "目標またはファネルが削除されたため、このセグメントのフィルターが機能しなくなりました。",
      matcher_exclamation:
        "テキストの先頭に!は使えません。この文字自体を表すには\\!と入力してください。",
      matcher_tilde: "~のあとにテキストを入力してください。",
      matcher_value: "テキスト、数値、true、falseのいずれかを入力してください。",
      matcher_props: ({ max }) => `プロパティは${max}個までです。`,
      steps: ({ min, max }) => `ファネルのステップは${min}～${max}個です。`,
      files_max: ({ max }) => `ファイルは${max}個までです。`,
      file_names: ({ max }) => `ファイル名は${max}文字までです。`,
      files_empty: "ファイルが空です。どの製品のファイルかを選んでください。",
      file_unknown: ({ name }) =>
        `${name}の形式がわかりません。どの製品のファイルかを選んでください。`,
      alert_recipients: ({ max }) =>
        `ユーザー、Webhook、アドレスを合わせて1～${max}件選んでください。`,
      report_recipients: ({ max }) => `アドレスは${max}件までです。`,
      recipient_person: "このユーザーにはサイトを見る権限がありません。",
      recipient_webhook: "このWebhookはもう存在しません。",
      goal_missing: "この目標はもう存在しません。",
      http_url: "https://またはhttp://で始まるアドレスを入力してください。",
      url_user: "アドレスにユーザー名やパスワードを含めることはできません。",
      webhooks_max: ({ max }) => `Webhookは${max}個までです。`,
      two_hours: "異なる2つの時刻を選んでください。",
      integer: ({ min, max }) => `${min}～${max}の整数を入力してください。`,
      number: ({ min, max }) => `${min}～${max}の数値を入力してください。`,
      compared_window: ({ min }) => `${min}分以上を選んでください。`,
      clock: "09:30のような時刻を入力してください。",
      secret: ({ max }) => `${max}文字以内で入力してください。`,
      api_key: "APIキーを入力してください。",
      key_rights: "権限を1つ以上選んでください。",
      key_websites: ({ max }) => `サイトを1～${max}件選ぶか、すべてを選んでください。`,
      grants: ({ max }) =>
        `1人のユーザーに権限を付与できるのは${max}サイトまでです。代わりに、すべてのサイトへの権限を付与してください。`,
      share_reports: "レポートを1つ以上選んでください。",
      to_before_from: "最初の日は、最後の日以前にしてください。",
      filter_empty: "値のないフィルターがあります。",
      filter_goal: "この目標はもう存在しません。",
      filter_step: "このファネルのステップはもう存在しません。",
      filters_max: ({ max }) => `値は、すべてのフィルターを合わせて${max}個までです。`,
      segment_values: ({ max }) => `値は、セグメントとフィルターを合わせて${max}個までです。`,
      segment_filters: ({ max }) => `セグメントのフィルターは1～${max}個です。`,
      goal_watched: ({ name }) => `アラート「${name}」がこの目標を使っています。`,
      webhook_named: ({ name, domain }) =>
        `${domain}のアラート「${name}」がこのWebhookに通知しています。`,
      segment_shared: ({ name }) => `共有リンク「${name}」がこのセグメントを表示しています。`,
      definitions_max: ({ max }) => `1サイトにつき${max}件までです。`,
      definition_size: "大きすぎるため保存できません。",
      definitions_size:
        "このサイトの目標、ファネル、セグメントなどが、合計で大きすぎます。いくつか削除してください。",
      no_mail_server:
        "メールサーバーが設定されていないため、このサーバーはまだメールを送信できません。",
      key_address: "キーにはアドレスがないため、アドレスを入力してください。",
    },
    imports: {
      sources: {
        plausible: "Plausible",
        umami: "Umami",
        matomo: "Matomo",
        "simple-analytics": "Simple Analytics",
        goatcounter: "GoatCounter",
        ga4: "Google Analytics 4",
        "ga4-csv": "Google Analytics 4 (CSV)",
        fathom: "Fathom",
        footfall: "Footfall",
        "access-log": "アクセスログ",
      },
      rows,
      import: "インポート",
      hint: (domain, timezone) =>
        `ほかの製品の履歴やアクセスログを${domain}に取り込みます。日付はタイムゾーン${timezone}のものです。すでに統計のある日は変更されません。`,
      filesToImport: "インポートするファイル",
      files: "ファイル",
      filesHint:
        "1つまたは複数を選択するか、ここにドロップしてください。エクスポートされたままのもの、ZIP、gzipに対応しています。",
      chosenFiles: "選択したファイル",
      source: "製品",
      anySource: "自動判別",
      websiteId: "サイトのID",
      websiteIdHint: "UmamiでのIDです。ファイルに複数のサイトが含まれる場合に必要です。",
      check: "確認",
      progress: "進行状況",
      rowsRead: (number) => `${rows(number)}を読み取りました`,
      sendingForCheck: "確認のためにファイルを送信しています。",
      sending: "ファイルを送信しています。",
      checking: "ファイルを確認しています。まだ何もインポートされていません。",
      begun: "インポートを開始しました。このページを離れても続行されます。",
      importedBefore:
        "これらのファイルはすでにインポートされています。下の一覧にそのインポートがあります。",
      result: "確認の結果",
      cannotBeImported: "これらのファイルはインポートできません",
      wouldDo: "インポートの内容",
      nothingToImport: "インポートするものはありません",
      report: {
        from: "インポート元",
        totalsOf: (source) => `${source}、日別の集計値`,
        eventsOf: (source) => `${source}、イベント`,
        days: "日数",
        taken: (number, range) => `${days(number)}、${range}`,
        addedToDays: "既存の日に追加",
        noDays: "なし",
        daysLeft: "対象外の日",
        left: {
          collected: (number) => `${days(number)}にはすでに統計があります`,
          imported: (number) => `${days(number)}は別のインポートで取り込まれています`,
          not_over: (number) => `${days(number)}はまだ終わっていません`,
        },
        rowsRead: "読み取った行",
        rowsImported: "インポートした行",
        rowsSkipped: "スキップした行",
        skipped: {
          broken: (number) => `${rows(number)}は読み取れませんでした`,
          duplicate: (number) => `${rows(number)}はすでにありました`,
          bot: (number) => `${rows(number)}はボットによるものです`,
          ip: (number) => `${rows(number)}は除外されたIPアドレスによるものです`,
          hostname: (number) => `${rows(number)}は別のホストのものです`,
          day_left: (number) => `${rows(number)}は変更しない日のものです`,
          not_over: (number) => `${rows(number)}はまだ終わっていない日のものです`,
          kind: (number) => `${rows(number)}はページビューでもイベントでもありません`,
          visitor: (number) => `${rows(number)}には訪問者のIDがありません`,
          time: (number) => `${rows(number)}には不正な日時があります`,
        },
        skippedFor: (number, reason) => `${rows(number)}：${reason}`,
        unknown: "不明な表記",
        unknownHint: "これらは（不明）として数えられます。行数も示しています。",
        spelling: (spelling, number) => `${spelling}（${count(number)}）`,
        spellings: (dimension, spellings) => `${dimension}：${spellings.join("、")}`,
        notRead: "読み取らなかったファイル",
        totalsHint:
          "これは日別の集計値です。これらの日には、フィルター、目標、ファネル、経路、収益を使えません。エクスポートのタイムゾーンはサイトのものと同じである必要があります。",
        visitorsHint: "訪問者は、Footfallのほかの場所と同じく1日ごとに数えられます。",
      },
      list: {
        title: "インポート",
        none: "まだ何もインポートされていません。",
        status: { running: "実行中", done: "完了", failed: "失敗", deleting: "取り消し中" },
        isRunning: "インポートを実行しています。",
        isBeingUndone: "インポートを取り消しています。",
        isUndone: "インポートを取り消しました。",
        isDone: (source) => `${source}からのインポートが完了しました。`,
        hasFailed: (source) => `${source}からのインポートが失敗しました。`,
        removing: "データを削除しています。",
        addedNothing: "何も追加されませんでした。",
        added: (range, dayCount, rowCount) => `${range}：${days(dayCount)}、${rows(rowCount)}`,
        files: (day, files) => `${day}、${files}`,
        noFiles: "ファイルなし",
        filesAndMore: (name, others) => `${name}ほか${count(others)}件`,
        undo: { running: "中止", done: "取り消し", failed: "削除" },
        undoNamed: {
          running: (id, source) => `${source}からのインポート${id}を中止`,
          done: (id, source) => `${source}からのインポート${id}を取り消し`,
          failed: (id, source) => `${source}からのインポート${id}を削除`,
        },
        report: "レポート",
        reportOf: (id) => `インポート${id}のレポート`,
        statistics: "統計",
        statisticsOf: (id) => `インポート${id}の期間の統計`,
      },
      undo: {
        keep: "残す",
        stop: {
          title: (source) => `${source}からのインポートを中止しますか？`,
          text: "インポートを中止し、追加されたものをすべて削除します。",
          button: "インポートを中止",
        },
        remove: {
          title: (source) => `${source}からのインポートを削除しますか？`,
          button: "インポートを削除",
          nothing: "何も追加されていません。この項目だけが削除されます。",
          nothingButton: "項目を削除",
        },
        undo: {
          title: (source) => `${source}からのインポートを取り消しますか？`,
          button: "インポートを取り消し",
        },
        rows: (number) =>
          `${rows(number)}が統計から削除されます。Footfall自身が収集したものは残ります。同じファイルをもう一度インポートできます。`,
        rowsOfDays: (number, dayCount, range) =>
          `${days(dayCount)}（${range}）の${rows(number)}が統計から削除されます。Footfall自身が収集したものは残ります。同じファイルをもう一度インポートできます。`,
      },
      failures: {
        IMPORT_RUNNING:
          "このサイトの別のインポートが、実行中、確認中、または取り消し中です。終わるのを待ってから再試行してください。",
        BODY_TOO_LARGE:
          "ファイルがサーバーの受け付ける大きさを超えています。上限は設定IMPORT_BYTES_MAXです。",
        UNSUPPORTED_MEDIA_TYPE:
          "サーバーがファイルを受け付けませんでした。プロキシがリクエストを変更した可能性があります。",
        NOT_FOUND: "このインポートはもう存在しません。",
        BROKEN_OFF:
          "アップロードが中断されました。サーバーを利用できないか、ファイルが大きすぎるか、ファイルが変更された可能性があります。",
      },
      export: {
        title: "エクスポート",
        hint: (domain) =>
          `${domain}のすべてのイベントを、保存されているすべての項目とともにダウンロードします。`,
        from: "開始日",
        to: "終了日",
        format: "形式",
        formats: {
          ndjson: "NDJSON（Footfallに再びインポート可能）",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "ダウンロード中です。",
        downloaded: "ダウンロードしました。",
        download: "ダウンロード",
      },
    },
    notifications: {
      send: "テスト送信",
      sendNamed: (name) => `「${name}」をテスト送信`,
      sending: "送信中…",
      sent: (to) => `${to}：送信しました。`,
      notSent: (to, problem) => `${to}：送信できませんでした。理由：${problem}`,
      toMe: "自分",
      changeNamed: (name) => `「${name}」を変更`,
      deleteTitle: (name) => `「${name}」を削除しますか？`,
      name: "名前",
      off: "オフ",
      mayNotWrite: "このサイトは閲覧できますが、変更する権限はありません。",
      noMail: {
        title: "メールサーバーが設定されていません",
        text: "設定するまで、メールは誰にも届きません。サーバーの管理者は、下の例のようにSMTP_URL、REPORT_FROM、BASE_URLを設定し、Footfallを再起動してください。",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "メールレポートについて詳しく読む",
        short: "メールサーバーが設定されていないため、このサーバーはまだメールを送信できません。",
      },
      recipients: {
        title: "送信先",
        me: (email) => `自分（${email}）`,
        person: (name, email) => (name === "" ? email : `${name}（${email}）`),
        unknownPerson: (id) => `ユーザー${id}`,
        webhook: (name) => `Webhook「${name}」`,
        unknownWebhook: (id) => `Webhook ${id}`,
        addresses: "メールアドレス",
        moreAddresses: "ほかのメールアドレス",
        addressesHint: "1行に1つ。",
        none: "送信先を選ぶか、アドレスを入力してください。",
        wrong: (name, error) => `${name}：${error}`,
      },
      reports: {
        title: "メールレポート",
        hint: "直前の期間の訪問者、ページ、参照元、目標と、その変化を知らせるメールです。",
        periods: { day: "毎日", week: "毎週", month: "毎月" },
        periodsTitle: "頻度",
        sendAt: "時刻",
        sendAtHint: (zone) => `サイトのタイムゾーン（${zone}）の時刻です。`,
        addressesOrDefault: (number) =>
          `1行に1つ。空欄の場合、サーバーのREPORT_TOにある${count(number)}件のアドレスに届きます。`,
        off: "何も選ばれていないため、レポートは誰にも届きません。",
        plan: (to, when, time) =>
          `${timesText(when)} ${time}に、${list(to, "and")}へメールを送ります。`,
        defaults: (number) => `REPORT_TOの${count(number)}件のアドレス`,
        nobody: "アドレスを少なくとも1つ入力してください。",
        last: {
          none: "過去60日間に送信されたレポートはありません。",
          sent: (time) => `前回のレポートの送信：${time}。`,
          failed: (time, problem) =>
            `前回のレポートは送信できませんでした（${time}）。理由：${problem}`,
        },
      },
      mine: {
        title: "全サイトのメールレポート",
        hint: "閲覧できるすべてのサイト（最大200件）の訪問者数とページビュー数を、1通で自分に知らせるメールです。",
        timezone: "タイムゾーン",
        off: "何も選ばれていないため、このメールは届きません。",
        plan: (email, when, time, zone) =>
          `${timesText(when)} ${time}（タイムゾーン：${zone}）に、${email}へメールを送ります。`,
      },
      alerts: {
        title: "アラート",
        hint: "普段と違うことが起きたときと、それが終わったときにメッセージを送ります。",
        none: "アラートはまだありません。",
        add: "アラートを追加",
        addAction: "アラートを追加",
        added: "アラートをオンにしました。テスト送信で、届くかどうかを確認してください。",
        deleteHint: "以後、誰にも知らせなくなります。",
        firingSince: (time) => `${time}から発生中`,
        firing: "発生中",
        quietSince: (time) => `${time}から正常です。`,
        quiet: "正常です。まだ一度も発生していません。",
        isOff: "オフになっています。",
        last: {
          sent: (time) => `最後のメッセージは${time}に送信されました。`,
          failed: (time, problem) =>
            `${time}の最後のメッセージは一部の宛先に届きませんでした。理由：${problem}`,
        },
        when: "通知の条件",
        kinds: {
          silence: {
            option: "何も届かない",
            name: "何も届かない",
            hint: "サイトが停止しているか、トラッキングコードがない可能性があります。夜間に訪問者がいない場合は、下で時間帯を選んでください。",
          },
          usualAbove: {
            option: "通常より多い",
            name: "通常より多い",
            hint: "過去4週間の同じ曜日の同じ時間帯の中央値と比較します。2週間分のデータが必要です。",
          },
          usualBelow: {
            option: "通常より少ない",
            name: "通常より少ない",
            hint: "過去4週間の同じ曜日の同じ時間帯の中央値と比較します。2週間分のデータが必要です。",
          },
          above: { option: "指定した数より多い", name: "指定した数より多い", hint: "" },
          below: { option: "指定した数より少ない", name: "指定した数より少ない", hint: "" },
          goal: { option: "目標が達成された", name: "目標の達成", hint: "" },
          other: { option: "現在のルールのまま", name: "アラート", hint: "" },
        },
        names: {
          usualAbove: (noun) => `${noun}が通常より多い`,
          usualBelow: (noun) => `${noun}が通常より少ない`,
          above: (noun, number) => `${noun}が${number}より多い`,
          below: (noun, number) => `${noun}が${number}より少ない`,
          goal: (goal) => `目標「${goal}」の達成`,
        },
        measure: "指標",
        measures: {
          visitors: "訪問者数",
          pageviews: "ページビュー数",
          events: "カスタムイベント数",
        },
        measureOfGoal: (goal) => `目標「${goal}」`,
        nouns: {
          visitors: () => "訪問者数",
          pageviews: () => "ページビュー数",
          events: () => "カスタムイベント数",
        },
        nounOfGoal: (goal) => `目標「${goal}」のイベント数`,
        unknownGoal: (id) => `番号${id}（削除済み）`,
        goal: "目標",
        silentFor: "届かない時間",
        window: "集計する時間",
        minutes: minutesText,
        more: "この数より多い",
        fewer: "この数より少ない",
        least: "最低達成回数",
        timesAbove: "これより多い",
        timesBelow: "これより少ない",
        times: (factor) => `通常の${decimal(factor)}倍`,
        share: (share) => `通常の${shareText(share)}`,
        someHours: "特定の時間帯のみ",
        from: "開始",
        until: "終了",
        pause: "通知の最短間隔",
        isOn: "アラートをオンにする",
        does: {
          silence: (minutes) =>
            `${minutesText(minutes)}の間に何も届かないと、メッセージを送ります。`,
          usualAbove: (noun, factor, minutes) =>
            `${minutesText(minutes)}の${noun}が通常の${decimal(factor)}倍より多いと、メッセージを送ります。`,
          usualBelow: (noun, share, minutes) =>
            `${minutesText(minutes)}の${noun}が通常の${shareText(share)}より少ないと、メッセージを送ります。`,
          above: (noun, number, minutes) =>
            `${minutesText(minutes)}の${noun}が${number}より多いと、メッセージを送ります。`,
          below: (noun, number, minutes) =>
            `${minutesText(minutes)}の${noun}が${number}より少ないと、メッセージを送ります。`,
          goal: (goal, number, minutes) =>
            `${minutesText(minutes)}の間に目標「${goal}」が${count(number)}回達成されると、メッセージを送ります。`,
          other: "プログラムが設定したルールに従ってメッセージを送ります。",
        },
        hours: (from, until, zone) =>
          `タイムゾーン${zone}の${from}から${until}までの間だけ確認します。`,
        goesTo: (to) => `送信先：${list(to, "and")}。`,
        over: (minutes) =>
          `通知は${minutesText(minutes)}に1回までで、終わったときにもう一度送ります。`,
      },
      webhooks: {
        title: "Webhook",
        hint: "Webhookは、Footfallが呼び出すアドレスです。SlackやDiscordのチャンネル、または自分のプログラムを指定できます。すべてのサイトで使えます。",
        none: "Webhookはまだありません。",
        add: "Webhookを追加",
        addAction: "Webhookを追加",
        added: "Webhookをオンにしました。テスト送信で、届くかどうかを確認してください。",
        deleteHint:
          "Footfallは以後これを呼び出しません。これを送信先とするアラートからも外れます。",
        url: "アドレス",
        urlHint:
          "https://で始まります。SlackとDiscordでは、受信Webhookを追加する画面に表示されます。",
        format: "形式",
        formats: { json: "JSON（プログラム向け）", slack: "Slack", discord: "Discord" },
        events: "すべてのサイトについて送るもの",
        eventsHint: "アラートの送信先は、アラートごとに選びます。",
        eventNames: {
          report: "作成時期になったレポート",
          import: "終了したインポート",
          goal: "達成された目標",
        },
        gets: { report: "レポート", import: "インポートの終了", goal: "目標" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}。これを送信先とするアラートを送ります。`
            : `${form}。これを送信先とするアラートと、すべてのサイトの次のものを送ります：${list(gets, "and")}。`,
        secret: "シークレット（任意）",
        secretHint:
          "リクエストはこれで署名され、プログラムは送信元がここだと確認できます。再び表示されることはありません。",
        secretKeep: "設定済みです。空欄の場合はそのまま残ります。",
        secretRemove: "シークレットを削除",
        isOn: "Webhookをオンにする",
        failed: (time) => `1週間失敗が続いたため、${time}にオフになりました。`,
        last: {
          none: "過去60日間、呼び出されていません。",
          sent: (time) => `前回の呼び出しの成功：${time}。`,
          failed: (time, problem) => `前回の呼び出しは失敗しました（${time}）。理由：${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed: "bzip2、xz、zstdのいずれかで圧縮されています。展開するか、gzipで圧縮してください。",
        classic_balancer:
          "Classic Load Balancerのログです。その背後にあるサーバーのログをインポートしてください。",
        s3: "S3バケットのログです。その手前にあるCDNのログをインポートしてください。",
        iso_times: "時刻がISO 8601形式です。nginxでは$time_local、Apacheでは%tで記録してください。",
        matomo_report:
          "Matomoのレポートです。Live.getLastVisitsDetailsがJSONで返すものをインポートしてください。",
        swetrix:
          "Swetrixのエクスポートには日付がありません。サーバーのアクセスログをインポートしてください。",
        rybbit:
          "Rybbitのエクスポートは読み取れません。サーバーのアクセスログをインポートしてください。",
        posthog: ({ path }) => `PostHogのイベントです。POST ${path}に送信してください。`,
        cloudflare_analytics:
          "Cloudflare Web Analyticsの応答です。Logpushのhttp_requestsをインポートしてください。",
        no_format: ({ formats }) => `最初の行が次のどの形式でもありません：${formats}。`,
        lines_broken: ({ lines, broken }) => `${lines}行のうち${broken}行が壊れています。`,
        cloudflare_fields: ({ fields }) =>
          `行に次のものがありません：${fields}。Logpushジョブのフィールドに追加してください。`,
        w3c_no_fields: "#Fieldsで始まっていません。",
        w3c_fields: ({ fields }) =>
          `#Fieldsに次のものがありません：${fields}。サーバーが記録するフィールドに追加してください。`,
        haproxy_captures:
          "取得したヘッダーがUser-Agentで始まっていません。リクエストヘッダーUser-Agent、Referer、Hostをこの順に取得してください。",
        agents_combined:
          "User-Agentがありません。サーバーは、それを含む「combined」形式で記録する必要があります。",
        agents_caddy:
          "User-Agentがありません。ディレクティブ「log」のフィルターでrequest>headers>User-Agentを削除しないでください。",
        agents_traefik:
          "User-Agentがありません。accessLog.fields.headers.names.User-Agentを「keep」に設定してください。",
        agents_w3c:
          "User-Agentがありません。サーバーが記録するフィールドにcs(User-Agent)を追加してください。",
        agents_alb:
          "User-Agentがありません。ロードバランサーは必ず記録するため、行が変更されています。",
        agents_cloudflare:
          "User-Agentがありません。LogpushジョブのフィールドにClientRequestUserAgentを追加してください。",
        agents_nginx:
          'User-Agentがありません。log_formatに"http_user_agent":"$http_user_agent"を追加してください。',
        agents_haproxy:
          "User-Agentがありません。リクエストヘッダーUser-Agent、Referer、Hostをこの順に取得してください。",
        permission: "Footfallに読み取る権限がありません。",
        directory: "ディレクトリです。",
        empty_directory: "中にファイルがありません。",
        no_file: "このファイルは存在しません。",
        gzip_cut: "gzipのデータが途中で終わっています。",
        gzip_corrupt: "gzipのデータが壊れています。",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `${file}を読み取れません：${text}`,
        file_stopped: ({ file, why }) => `${file}：${why}何もインポートされませんでした。`,
        file: named,
        gzip_broken: ({ file }) => `${file}のgzipのデータが壊れています。`,
        no_zip: ({ file }) => `${file}はZIPアーカイブではありません。`,
        zip_broken: ({ file }) => `ZIPアーカイブ${file}は壊れているか、不完全です。`,
        entry_forbidden: ({ file, entry }) => `${file}にある「${entry}」という名前は使えません。`,
        entry_encrypted: ({ file, entry }) => `${file}にある「${entry}」は暗号化されています。`,
        entry_method: ({ file, entry }) =>
          `${file}にある「${entry}」の圧縮方式が「store」でも「deflate」でもありません。`,
        entry_twice: ({ file, entry }) => `${file}に「${entry}」が2つあります。`,
        entry_broken: ({ file, entry }) =>
          `${file}にある「${entry}」のデータが壊れているか、不完全です。`,
        entry_other: ({ entry, file }) =>
          `「${entry}」の内容が、${file}の一覧にあるものと異なります。`,
        zip_encrypted: ({ file }) => `${file}は暗号化されています。`,
        zip_entries: ({ file, max }) => `${file}のファイルが${max}個を超えています。`,
        zip_entry_bytes: ({ file, max }) => `${file}に${max}バイトを超えるファイルがあります。`,
        zip_bytes: ({ file, max }) => `${file}は展開すると${max}バイトを超えます。`,
        zip_name: ({ file }) => `${file}に長すぎる名前かコメントがあります。`,
        zip_overlap: ({ file }) => `${file}に重なり合うファイルがあります。`,
        zip_empty: ({ file }) => `${file}にファイルがありません。`,
        half_broken: ({ file }) => `${file}の行の半分以上が壊れています。`,
        rows_broken: ({ file, rows, broken }) =>
          `${file}の${rows}行のうち${broken}行が壊れています。何もインポートされませんでした。`,
        other_days: ({ file, day }) =>
          `${file}のほとんどの行が、imported_visitorsにない日のものです（${day}など）。`,
        columns: ({ file, columns }) => `${file}に次の列がありません：${columns}。`,
        same_table: ({ file, other }) => `${file}と${other}は同じテーブルです。`,
        tables: ({ file, max }) => `${file}のテーブルが${max}個を超えています。`,
        json_list: ({ file }) => `${file}はJSONのリストではありません。`,
        json_end: ({ file }) => `${file}はリストの途中で終わっています。`,
        plausible_visitors: "テーブルimported_visitorsがありません。",
        umami_events: "website_event.csvがありません。",
        umami_totals: ({ file }) =>
          `${file}は、日付のないUmamiの集計エクスポートです。website_event.csvを含むデータのエクスポートをインポートしてください。`,
        umami_website: ({ websites }) =>
          `ファイルに複数のサイトがあります。いずれかのIDを入力してください：${websites}。`,
        umami_other_website: ({ websites }) =>
          `このサイトはファイルにありません。ファイルにあるサイト：${websites}。`,
        goatcounter: "GoatCounterの列2Pathを含むファイルがありません。",
        goatcounter_version: ({ file, version }) =>
          `${file}はGoatCounterのエクスポートのバージョン${version}です。インポートできるのはバージョン2だけです。`,
        simple_analytics: "Simple Analyticsの列added_isoとpathを含むファイルがありません。",
        matomo_error: ({ file }) => `${file}はMatomoのエラーメッセージです。`,
        matomo: ({ file }) => `${file}はMatomoの訪問のリストではありません。`,
        footfall: ({ file }) => `${file}はFootfallのNDJSONエクスポートではありません。`,
        ga4_list: ({ file }) =>
          `${file}はリストです。1行に1つのイベントがあるNDJSONでエクスポートしてください。`,
        ga4: ({ file }) => `${file}にGoogle Analytics 4のNDJSONのイベントがありません。`,
        ga4_days:
          "日ごとの数値を含むテーブルがありません。日付とアクティブユーザー、セッション、表示回数を英語でエクスポートしてください。",
        fathom_days:
          "日ごとの数値を含むテーブルがありません。Site.csvか、内訳のないエクスポートを追加してください。",
        option: "この製品のファイルにサイトIDは必要ありません。",
        report_too_large: "インポートのレポートが大きくなりすぎました。",
        files_gone: "インポートのファイルがなくなりました。",
        stopped: "インポートが予期せず停止しました。理由はサーバーのログにあります。",
        cut_off: "インポートが終わる前にコマンドが中断されました。",
        cut_off_again:
          "インポートが終わる前にコマンドが中断されました。もう一度実行すると続行します。",
        interrupted: "コマンドが中断されました。",
        interrupted_again: "コマンドが中断されました。もう一度実行すると続行します。",
      },
      deliveries: {
        redirect: ({ status }) =>
          `送信先の応答は${status}でした。Footfallはリダイレクトに従いません。`,
        answer: ({ status }) => `送信先の応答は${status}でした。`,
        no_answer: ({ seconds }) => `${seconds}秒以内に応答がありませんでした。`,
        private_address: ({ host }) =>
          `${host}はプライベートアドレスです。許可するにはWEBHOOK_PRIVATE_ADDRESSES=1が必要です。`,
        closed: "接続が切断されました。",
        recipient_refused: "メールサーバーが宛先を拒否しました。",
        no_mail_server:
          "メールサーバーが設定されていないため、このサーバーはまだメールを送信できません。",
        not_called: "Webhookを呼び出せませんでした。理由はオーナーに表示されます。",
        not_mailed: "メールを送信できませんでした。理由はオーナーに表示されます。",
        no_webhook: "このWebhookはもう存在しません。",
        no_person: "このユーザーはもう存在しないか、無効になっています。",
        may_not_see: "このユーザーにはサイトを見る権限がありません。",
        unknown: "理由は不明です。",
      },
    },
  };
};
