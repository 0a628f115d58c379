import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Arabic: wrong fields, failures, imports and notifications. */
export const tables = ({
  plural,
  count,
  percent,
  decimal,
  list,
  isolate,
}: Tools<"ar">): MessageTables => {
  const rows = (number: number) =>
    plural(number, {
      zero: `${count(number)} صف`,
      one: "صف واحد",
      two: "صفان",
      few: `${count(number)} صفوف`,
      many: `${count(number)} صفًا`,
      other: `${count(number)} صف`,
    });
  // After a noun or a preposition, as the next ones.
  const ofRows = (number: number) =>
    plural(number, {
      zero: `${count(number)} صف`,
      one: "صف واحد",
      two: "صفين",
      few: `${count(number)} صفوف`,
      many: `${count(number)} صفًا`,
      other: `${count(number)} صف`,
    });
  const days = (number: number) =>
    plural(number, {
      zero: `${count(number)} يوم`,
      one: "يوم واحد",
      two: "يومان",
      few: `${count(number)} أيام`,
      many: `${count(number)} يومًا`,
      other: `${count(number)} يوم`,
    });
  const ofDays = (number: number) =>
    plural(number, {
      zero: `${count(number)} يوم`,
      one: "يوم واحد",
      two: "يومين",
      few: `${count(number)} أيام`,
      many: `${count(number)} يومًا`,
      other: `${count(number)} يوم`,
    });
  const ofHours = (number: number) =>
    plural(number, {
      zero: `${count(number)} ساعة`,
      one: "ساعة واحدة",
      two: "ساعتين",
      few: `${count(number)} ساعات`,
      many: `${count(number)} ساعة`,
      other: `${count(number)} ساعة`,
    });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return ofDays(minutes / 1440);
    if (minutes > 60 && minutes % 60 === 0) return ofHours(minutes / 60);
    return plural(minutes, {
      zero: `${count(minutes)} دقيقة`,
      one: "دقيقة واحدة",
      two: "دقيقتين",
      few: `${count(minutes)} دقائق`,
      many: `${count(minutes)} دقيقة`,
      other: `${count(minutes)} دقيقة`,
    });
  };
  const ofTimes = (number: number) =>
    plural(number, {
      zero: `${count(number)} مرة`,
      one: "مرة واحدة",
      two: "مرتين",
      few: `${count(number)} مرات`,
      many: `${count(number)} مرة`,
      other: `${count(number)} مرة`,
    });
  const shares: Readonly<Record<string, string>> = {
    "0.75": "ثلاثة أرباع",
    "0.5": "نصف",
    "0.25": "ربع",
    "0.1": "عُشر",
  };
  const shareText = (share: number) => shares[share] ?? percent(share);
  const times = { day: "كل يوم", week: "كل يوم اثنين", month: "في أول كل شهر" };
  const timesText = (periods: readonly (keyof typeof times)[]) =>
    list(
      periods.map((period) => times[period]),
      "and",
    );
  const named = ({ file, why }: { readonly file: string; readonly why: string }) =>
    `${isolate(file)}: ${why}`;

  return {
    "field-errors": {
      required: "يُرجى ملء هذا الحقل.",
      required_password: "يُرجى تعيين كلمة مرور، فلا تُرى الإحصاءات من دونها.",
      text: "يُرجى كتابة نص هنا.",
      text_length: ({ min, max }) => `يُرجى كتابة نص طوله من ${min} إلى ${max} حرف.`,
      text_max: ({ max }) => `الحد الأقصى لعدد الأحرف هو ${max}.`,
      characters_max: ({ max }) => `الحد الأقصى لعدد الأحرف هو ${max}.`,
      hidden_characters: "لا يُسمح بأحرف التحكم ولا بالأحرف التي تغيّر اتجاه النص.",
      lines_max: ({ max }) => `الحد الأقصى لعدد الأسطر هو ${max}.`,
      no_email: "لا يمكن أن تكون كلمة المرور هي عنوان البريد الإلكتروني.",
      email: ({ max }) => `يُرجى كتابة عنوان بريد إلكتروني واحد. الحد الأقصى لعدد أحرفه هو ${max}.`,
      email_taken: "عنوان البريد الإلكتروني هذا لشخص آخر.",
      password_of_now: "يُرجى كتابة كلمة المرور الحالية.",
      password_wrong: "ليست هذه كلمة المرور الحالية.",
      link_over: "لم يعد هذا الرابط صالحًا. يمكن لأحد المالكين إنشاء رابط جديد.",
      last_owner: "يجب أن يبقى مالك نشط واحد على الأقل.",
      person_disabled: "هذا الشخص معطل.",
      grants_max: ({ max }) =>
        `الحد الأقصى لعدد مواقع الشخص الواحد هو ${max}. يُرجى منح صلاحية على كل المواقع بدلًا من ذلك.`,
      people_max: ({ max }) => `الحد الأقصى لعدد الأشخاص هو ${max}.`,
      keys_max: ({ max }) => `الحد الأقصى لعدد المفاتيح هو ${max}.`,
      domain: `يُرجى كتابة اسم نطاق، مثل ${isolate("example.com")}، بلا منفذ أو مسار.`,
      domain_taken: "هذا الموقع موجود هنا بالفعل.",
      aliases: ({ max }) =>
        `الحد الأقصى لعدد الأسماء البديلة هو ${max}. وتتكون من حروف وأرقام ونقاط وواصلات وشرطات سفلية.`,
      alias_taken: ({ name }) => `لموقع آخر الاسم ${isolate(name)}.`,
      timezone: `يُرجى اختيار منطقة زمنية من القائمة، مثل ${isolate("Europe/Berlin")}.`,
      param_name: ({ name }) =>
        `«${isolate(name)}» ليس اسم معامل استعلام. يمكن أن ينتهي الاسم بعلامة *.`,
      ip: ({ text }) =>
        `«${isolate(text)}» ليس عنوان IP ولا شبكة مثل ${isolate("203.0.113.0/24")}.`,
      date: "يُرجى اختيار يوم موجود.",
      time_of_day: "يُرجى كتابة وقت، مثل 09:30.",
      time_in_future: "يُرجى اختيار وقت في المستقبل.",
      time_past: "يُرجى اختيار وقت في المستقبل.",
      name_taken: "هذا الاسم مستخدم بالفعل.",
      segment_missing: "لم تعد هذه الشريحة موجودة.",
      segment_broken: "لم يعد أحد فلاتر هذه الشريحة يعمل، لأن هدفه أو قمعه حُذف.",
      matcher_exclamation: `لا يمكن أن يبدأ النص بعلامة !. للعلامة نفسها يُكتب ${isolate("\\!")}.`,
      matcher_tilde: "يُرجى كتابة نص بعد ~.",
      matcher_value: `يُرجى كتابة نص أو رقم أو ${isolate("true")} أو ${isolate("false")}.`,
      matcher_props: ({ max }) => `الحد الأقصى لعدد الخصائص هو ${max}.`,
      steps: ({ min, max }) => `عدد خطوات القمع من ${min} إلى ${max}.`,
      files_max: ({ max }) => `الحد الأقصى لعدد الملفات هو ${max}.`,
      file_names: ({ max }) => `الحد الأقصى لعدد أحرف اسم الملف هو ${max}.`,
      files_empty: "الملفات فارغة. يُرجى اختيار المنتج الذي جاءت منه.",
      file_unknown: ({ name }) =>
        `صيغة ${isolate(name)} غير معروفة. يُرجى اختيار المنتج الذي جاء منه الملف.`,
      alert_recipients: ({ max }) => `يُرجى اختيار أشخاص أو خطافات ويب أو عناوين، من 1 إلى ${max}.`,
      report_recipients: ({ max }) => `الحد الأقصى لعدد العناوين هو ${max}.`,
      recipient_person: "لا يحق لهذا الشخص رؤية الموقع.",
      recipient_webhook: "لم يعد خطاف الويب هذا موجودًا.",
      goal_missing: "لم يعد هذا الهدف موجودًا.",
      http_url: `يُرجى كتابة عنوان يبدأ بـ ${isolate("https://")} أو ${isolate("http://")}.`,
      url_user: "لا يمكن أن يحتوي العنوان على اسم مستخدم أو كلمة مرور.",
      webhooks_max: ({ max }) => `الحد الأقصى لعدد خطافات الويب هو ${max}.`,
      two_hours: "يُرجى اختيار ساعتين مختلفتين.",
      integer: ({ min, max }) => `يُرجى كتابة عدد صحيح من ${min} إلى ${max}.`,
      number: ({ min, max }) => `يُرجى كتابة عدد من ${min} إلى ${max}.`,
      compared_window: ({ min }) => `يُرجى اختيار مدة بالدقائق لا تقل عن ${min}.`,
      clock: "يُرجى كتابة وقت، مثل 09:30.",
      secret: ({ max }) => `الحد الأقصى لعدد الأحرف هو ${max}.`,
      api_key: "يُرجى كتابة مفتاح API.",
      key_rights: "يُرجى اختيار صلاحية واحدة على الأقل.",
      key_websites: ({ max }) => `يُرجى اختيار مواقع، من 1 إلى ${max}، أو كل المواقع.`,
      grants: ({ max }) =>
        `الحد الأقصى لعدد مواقع الشخص الواحد هو ${max}. يُرجى منح صلاحية على كل المواقع بدلًا من ذلك.`,
      share_reports: "يُرجى اختيار تقرير واحد على الأقل.",
      to_before_from: "لا يمكن أن يكون اليوم الأول بعد اليوم الأخير.",
      filter_empty: "أحد الفلاتر بلا قيمة.",
      filter_goal: "لم يعد هذا الهدف موجودًا.",
      filter_step: "لم تعد خطوة القمع هذه موجودة.",
      filters_max: ({ max }) => `الحد الأقصى لعدد قيم كل الفلاتر معًا هو ${max}.`,
      segment_values: ({ max }) => `الحد الأقصى لعدد قيم الشريحة والفلاتر معًا هو ${max}.`,
      segment_filters: ({ max }) => `عدد فلاتر الشريحة من 1 إلى ${max}.`,
      goal_watched: ({ name }) => `تنبيه «${isolate(name)}» يتعلق بهذا الهدف.`,
      webhook_named: ({ name, domain }) =>
        `تنبيه «${isolate(name)}» للموقع ${isolate(domain)} يُبلغ ${isolate("Webhook")} هذا.`,
      segment_shared: ({ name }) => `رابط المشاركة «${isolate(name)}» يعرض هذه الشريحة.`,
      definitions_max: ({ max }) => `الحد الأقصى للموقع الواحد هو ${max}.`,
      definition_size: "هذا أكبر من أن يُحفظ.",
      definitions_size:
        "أهداف هذا الموقع وأقماعه وشرائحه وما شابهها كبيرة جدًا في مجموعها. يُرجى حذف بعضها.",
      no_mail_server: "لا يمكن لهذا الخادم إرسال رسائل بعد، إذ لم يُعدّ خادم بريد.",
      key_address: "يُرجى كتابة عنوان، فالمفتاح لا عنوان له.",
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
        "access-log": "سجلات الوصول",
      },
      rows,
      import: "استيراد",
      hint: (domain, timezone) =>
        `يجلب إلى ${isolate(domain)} البيانات السابقة من منتج آخر، أو سجلات الوصول إليه. الأيام بتوقيت المنطقة الزمنية ${isolate(timezone)}. تبقى الأيام التي لها إحصاءات كما هي.`,
      filesToImport: "ملفات للاستيراد",
      files: "الملفات",
      filesHint: "يُختار ملف أو أكثر، أو يُسحب إلى هنا: كما صُدّر، وأيضًا بصيغة ZIP أو gzip.",
      chosenFiles: "الملفات المختارة",
      source: "المنتج",
      anySource: "تعرّف تلقائي",
      websiteId: "معرّف الموقع",
      websiteIdHint: "المعرّف في Umami. يلزم إذا كان في الملفات أكثر من موقع.",
      check: "فحص",
      progress: "التقدم",
      rowsRead: (number) => `تمت قراءة ${ofRows(number)}`,
      sendingForCheck: "يجري إرسال الملفات للفحص.",
      sending: "يجري إرسال الملفات.",
      checking: "يجري فحص الملفات. لم يُستورد شيء بعد.",
      begun: "بدأ الاستيراد، ويستمر بعد مغادرة هذه الصفحة.",
      importedBefore: "استُوردت هذه الملفات من قبل. واستيرادها في القائمة أدناه.",
      result: "نتيجة الفحص",
      cannotBeImported: "لا يمكن استيراد هذه الملفات",
      wouldDo: "ما سيفعله الاستيراد",
      nothingToImport: "لا يوجد ما يُستورد",
      report: {
        from: "المصدر",
        totalsOf: (source) => `${source}، مجاميع الأيام`,
        eventsOf: (source) => `${source}، أحداث`,
        days: "الأيام",
        taken: (number, range) => `${days(number)}، ${range}`,
        addedToDays: "أُضيفت إلى الأيام الموجودة",
        noDays: "لا شيء",
        daysLeft: "الأيام المتروكة",
        left: {
          collected: (number) => `لها إحصاءات من قبل: ${days(number)}`,
          imported: (number) => `جاءت باستيراد آخر: ${days(number)}`,
          not_over: (number) => `لم تنته بعد: ${days(number)}`,
        },
        rowsRead: "الصفوف المقروءة",
        rowsImported: "الصفوف المستوردة",
        rowsSkipped: "الصفوف المتجاوزة",
        skipped: {
          broken: (number) => `تعذرت قراءة ${ofRows(number)}`,
          duplicate: (number) => `موجودة من قبل: ${rows(number)}`,
          bot: (number) => `من روبوتات: ${rows(number)}`,
          ip: (number) => `من عناوين مستبعدة: ${rows(number)}`,
          hostname: (number) => `تخص مضيفًا آخر: ${rows(number)}`,
          day_left: (number) => `في أيام تبقى كما هي: ${rows(number)}`,
          not_over: (number) => `في أيام لم تنته: ${rows(number)}`,
          kind: (number) => `ليست مشاهدات صفحات ولا أحداثًا: ${rows(number)}`,
          visitor: (number) => `بلا معرّف زائر: ${rows(number)}`,
          time: (number) => `بوقت غير ممكن: ${rows(number)}`,
        },
        skippedFor: (number, reason) => `${isolate(reason)}: ${rows(number)}`,
        unknown: "قيم غير معروفة",
        unknownHint: "تُحتسب هذه على أنها (غير معروف)، مع عدد صفوفها.",
        spelling: (spelling, number) => `${isolate(spelling)} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join("، ")}`,
        notRead: "ملفات لم تُقرأ",
        totalsHint:
          "هذه مجاميع يومية. لا تتوفر في هذه الأيام الفلاتر والأهداف والأقماع والمسارات والإيرادات. يجب أن تكون المنطقة الزمنية للتصدير هي منطقة الموقع.",
        visitorsHint: "يُحتسب الزوار لكل يوم، كما في Footfall كله.",
      },
      list: {
        title: "عمليات الاستيراد",
        none: "لم يُستورد شيء بعد.",
        status: {
          running: "قيد التنفيذ",
          done: "مكتمل",
          failed: "فشل",
          deleting: "قيد التراجع",
        },
        isRunning: "هناك استيراد قيد التنفيذ.",
        isBeingUndone: "يجري التراجع عن استيراد.",
        isUndone: "تم التراجع عن الاستيراد.",
        isDone: (source) => `اكتمل الاستيراد من ${isolate(source)}.`,
        hasFailed: (source) => `فشل الاستيراد من ${isolate(source)}.`,
        removing: "يجري حذف بياناته.",
        addedNothing: "لم يُضف شيئًا.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}، ${rows(rowCount)}`,
        files: (day, files) => `${day}، ${files}`,
        noFiles: "بلا ملفات",
        filesAndMore: (name, others) =>
          plural(others, {
            zero: isolate(name),
            one: `${isolate(name)} وملف آخر`,
            two: `${isolate(name)} وملفان آخران`,
            few: `${isolate(name)} و${count(others)} ملفات أخرى`,
            many: `${isolate(name)} و${count(others)} ملفًا آخر`,
            other: `${isolate(name)} و${count(others)} ملف آخر`,
          }),
        undo: { running: "إيقاف", done: "تراجع", failed: "إزالة" },
        undoNamed: {
          running: (id, source) => `إيقاف الاستيراد ${id} من ${isolate(source)}`,
          done: (id, source) => `تراجع عن الاستيراد ${id} من ${isolate(source)}`,
          failed: (id, source) => `إزالة الاستيراد ${id} من ${isolate(source)}`,
        },
        report: "التقرير",
        reportOf: (id) => `تقرير الاستيراد ${id}`,
        statistics: "الإحصاءات",
        statisticsOf: (id) => `إحصاءات أيام الاستيراد ${id}`,
      },
      undo: {
        keep: "إبقاء",
        stop: {
          title: (source) => `إيقاف الاستيراد من ${isolate(source)}؟`,
          text: "يتوقف الاستيراد، ويُحذف كل ما أضافه.",
          button: "إيقاف الاستيراد",
        },
        remove: {
          title: (source) => `إزالة الاستيراد من ${isolate(source)}؟`,
          button: "إزالة الاستيراد",
          nothing: "لم يُضف شيئًا. يُزال هذا القيد فقط.",
          nothingButton: "إزالة القيد",
        },
        undo: {
          title: (source) => `التراجع عن الاستيراد من ${isolate(source)}؟`,
          button: "التراجع عن الاستيراد",
        },
        rows: (number) =>
          `سيجري حذف ${ofRows(number)} من الإحصاءات. يبقى ما جمعه Footfall بنفسه. ويمكن استيراد الملفات نفسها من جديد.`,
        rowsOfDays: (number, dayCount, range) =>
          `سيجري حذف ${ofRows(number)} في ${ofDays(dayCount)}، ${range}، من الإحصاءات. يبقى ما جمعه Footfall بنفسه. ويمكن استيراد الملفات نفسها من جديد.`,
      },
      failures: {
        IMPORT_RUNNING:
          "يجري تنفيذ استيراد آخر لهذا الموقع أو فحصه أو التراجع عنه. يُرجى انتظار نهايته ثم إعادة المحاولة.",
        BODY_TOO_LARGE: "الملفات أكبر مما يقبله الخادم. الحد في إعداده IMPORT_BYTES_MAX.",
        UNSUPPORTED_MEDIA_TYPE: "لم يقبل الخادم الملفات. ربما غيّر خادم وسيط الطلب.",
        NOT_FOUND: "لم يعد هذا الاستيراد موجودًا.",
        BROKEN_OFF:
          "انقطع الرفع. ربما الخادم غير متاح، أو الملفات أكبر مما يقبله، أو تغيرت الملفات.",
      },
      export: {
        title: "تصدير",
        hint: (domain) => `تنزيل كل أحداث ${isolate(domain)} بكل حقولها المخزنة.`,
        from: "من",
        to: "إلى",
        format: "الصيغة",
        formats: {
          ndjson: "NDJSON، ويمكن لـ Footfall استيراده من جديد",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "يجري التنزيل.",
        downloaded: "تم التنزيل.",
        download: "تنزيل",
      },
    },
    notifications: {
      send: "إرسال اختبار",
      sendNamed: (name) => `إرسال اختبار: ${isolate(name)}`,
      sending: "يجري الإرسال …",
      sent: (to) => `${isolate(to)}: تم الإرسال.`,
      notSent: (to, problem) => `${isolate(to)}: لم يتم الإرسال. السبب: ${isolate(problem)}`,
      toMe: "عنواني",
      changeNamed: (name) => `تعديل ${isolate(name)}`,
      deleteTitle: (name) => `حذف ${isolate(name)}؟`,
      name: "الاسم",
      off: "متوقف",
      mayNotWrite: "يمكن رؤية هذا الموقع، لكن لا يمكن تعديله.",
      noMail: {
        title: "لم يُعدّ خادم بريد",
        text: "حتى يُعدّ خادم بريد لا تصل رسائل إلى أحد. من يدير هذا الخادم يضبط SMTP_URL وREPORT_FROM وBASE_URL، مثلًا كما أدناه، ثم يعيد تشغيل Footfall.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "المزيد عن التقارير البريدية",
        short: "لا يمكن لهذا الخادم إرسال رسائل بعد، إذ لم يُعدّ خادم بريد.",
      },
      recipients: {
        title: "من يتلقى التنبيه",
        me: (email) => `أنا، ${isolate(email)}`,
        person: (name, email) =>
          name === "" ? isolate(email) : `${isolate(name)}، ${isolate(email)}`,
        unknownPerson: (id) => `الشخص ${id}`,
        webhook: (name) => `خطاف الويب ${isolate(name)}`,
        unknownWebhook: (id) => `خطاف الويب ${id}`,
        addresses: "عناوين البريد الإلكتروني",
        moreAddresses: "عناوين بريد إلكتروني أخرى",
        addressesHint: "عنوان واحد في كل سطر.",
        none: "يُرجى اختيار مستلم أو كتابة عنوان.",
        wrong: (name, error) => `${isolate(name)}: ${error}`,
      },
      reports: {
        title: "التقارير البريدية",
        hint: "رسالة فيها الزوار والصفحات والمصادر والأهداف للفترة السابقة، وكيف تغيرت.",
        periods: { day: "كل يوم", week: "كل أسبوع", month: "كل شهر" },
        periodsTitle: "التكرار",
        sendAt: "الوقت",
        sendAtHint: (zone) => `بتوقيت المنطقة الزمنية للموقع، ${isolate(zone)}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            zero: "عنوان واحد في كل سطر.",
            one: "عنوان واحد في كل سطر. إذا تُرك فارغًا تصل التقارير إلى العنوان المذكور في REPORT_TO للخادم.",
            two: "عنوان واحد في كل سطر. إذا تُرك فارغًا تصل التقارير إلى العنوانين المذكورين في REPORT_TO للخادم.",
            few: `عنوان واحد في كل سطر. إذا تُرك فارغًا تصل التقارير إلى ${count(number)} عناوين مذكورة في REPORT_TO للخادم.`,
            many: `عنوان واحد في كل سطر. إذا تُرك فارغًا تصل التقارير إلى ${count(number)} عنوانًا مذكورًا في REPORT_TO للخادم.`,
            other: `عنوان واحد في كل سطر. إذا تُرك فارغًا تصل التقارير إلى ${count(number)} عنوان مذكور في REPORT_TO للخادم.`,
          }),
        off: "لا تصل تقارير إلى أحد، إذ لم يُختر أي منها.",
        plan: (to, when, time) =>
          `تُرسل رسالة إلى ${list(to.map(isolate), "and")} ${timesText(when)} الساعة ${time}.`,
        defaults: (number) =>
          plural(number, {
            zero: "عناوين REPORT_TO",
            one: "عنوان REPORT_TO",
            two: "عنواني REPORT_TO",
            few: `عناوين REPORT_TO (${count(number)})`,
            many: `عناوين REPORT_TO (${count(number)})`,
            other: `عناوين REPORT_TO (${count(number)})`,
          }),
        nobody: "يُرجى كتابة عنوان واحد على الأقل.",
        last: {
          none: "لم يُرسل أي تقرير في آخر 60 يومًا.",
          sent: (time) => `أُرسل آخر تقرير في ${time}.`,
          failed: (time, problem) => `تعذر إرسال آخر تقرير في ${time}. السبب: ${isolate(problem)}`,
        },
      },
      mine: {
        title: "التقارير البريدية لكل المواقع",
        hint: "رسالة واحدة شخصية فيها زوار كل المواقع المتاحة ومشاهدات صفحاتها، 200 موقع على الأكثر.",
        timezone: "المنطقة الزمنية",
        off: "لا تصل رسالة كهذه، إذ لم يُختر أي منها.",
        plan: (email, when, time, zone) =>
          `تُرسل رسالة إلى ${isolate(email)} ${timesText(when)} الساعة ${time}، بتوقيت المنطقة الزمنية ${isolate(zone)}.`,
      },
      alerts: {
        title: "التنبيهات",
        hint: "رسالة عند حدوث شيء غير معتاد، وأخرى عند انتهائه.",
        none: "لا توجد تنبيهات بعد.",
        add: "إضافة تنبيه",
        addAction: "إضافة التنبيه",
        added: "التنبيه مفعل. يبين إرسال اختبار هل يصل.",
        deleteHint: "لن يُخبر أحدًا بعد ذلك.",
        firingSince: (time) => `نشط منذ ${time}`,
        firing: "نشط",
        quietSince: (time) => `هادئ منذ ${time}.`,
        quiet: "هادئ، ولم ينشط بعد.",
        isOff: "متوقف.",
        last: {
          sent: (time) => `أُرسلت آخر رسالة في ${time}.`,
          failed: (time, problem) =>
            `لم تصل آخر رسالة إلى الجميع في ${time}. السبب: ${isolate(problem)}`,
        },
        when: "التنبيه عندما",
        kinds: {
          silence: {
            option: "لا يصل شيء",
            name: "لا يصل شيء",
            hint: "ربما الموقع متوقف، أو رمز تتبعه مفقود. إذا لم يأت أحد ليلًا، تُختار ساعات أدناه.",
          },
          usualAbove: {
            option: "يزيد العدد على المعتاد",
            name: "أكثر من المعتاد",
            hint: "مقارنة بالساعات نفسها من هذا اليوم من الأسبوع في آخر أربعة أسابيع، ويؤخذ وسيطها. تلزم بيانات أسبوعين.",
          },
          usualBelow: {
            option: "يقل العدد عن المعتاد",
            name: "أقل من المعتاد",
            hint: "مقارنة بالساعات نفسها من هذا اليوم من الأسبوع في آخر أربعة أسابيع، ويؤخذ وسيطها. تلزم بيانات أسبوعين.",
          },
          above: { option: "يزيد العدد على حد", name: "أكثر من حد", hint: "" },
          below: { option: "يقل العدد عن حد", name: "أقل من حد", hint: "" },
          goal: { option: "يتحقق هدف", name: "تحقق هدف", hint: "" },
          other: { option: "كما هو", name: "تنبيه", hint: "" },
        },
        names: {
          usualAbove: (noun) => `${noun}: أكثر من المعتاد`,
          usualBelow: (noun) => `${noun}: أقل من المعتاد`,
          above: (noun, number) => `${noun}: أكثر من ${number}`,
          below: (noun, number) => `${noun}: أقل من ${number}`,
          goal: (goal) => `تحقق الهدف ${isolate(goal)}`,
        },
        measure: "المقياس",
        measures: {
          visitors: "الزوار",
          pageviews: "مشاهدات الصفحات",
          events: "الأحداث المخصصة",
        },
        measureOfGoal: (goal) => `الهدف ${isolate(goal)}`,
        // The sentences below have the number after the noun, which is in the plural then.
        nouns: {
          visitors: () => "الزوار",
          pageviews: () => "مشاهدات الصفحات",
          events: () => "الأحداث المخصصة",
        },
        nounOfGoal: (goal) => `أحداث الهدف ${isolate(goal)}`,
        unknownGoal: (id) => `رقم ${id} (محذوف)`,
        goal: "الهدف",
        silentFor: "المدة",
        window: "خلال",
        minutes: minutesText,
        more: "أكثر من",
        fewer: "أقل من",
        least: "أقل عدد من المرات",
        timesAbove: "أكثر من",
        timesBelow: "أقل من",
        times: (factor) => `${decimal(factor)} × المعتاد`,
        share: (share) => `${shareText(share)} المعتاد`,
        someHours: "في ساعات معينة من اليوم فقط",
        from: "من",
        until: "حتى",
        pause: "مرة واحدة على الأكثر خلال",
        isOn: "التنبيه مفعل",
        does: {
          silence: (minutes) => `يرسل رسالة إذا لم يصل شيء خلال ${minutesText(minutes)}.`,
          usualAbove: (noun, factor, minutes) =>
            `يرسل رسالة إذا زاد عدد ${noun} على ${decimal(factor)} × المعتاد خلال ${minutesText(minutes)}.`,
          usualBelow: (noun, share, minutes) =>
            `يرسل رسالة إذا قل عدد ${noun} عن ${shareText(share)} المعتاد خلال ${minutesText(minutes)}.`,
          above: (noun, number, minutes) =>
            `يرسل رسالة إذا زاد عدد ${noun} على ${number} خلال ${minutesText(minutes)}.`,
          below: (noun, number, minutes) =>
            `يرسل رسالة إذا قل عدد ${noun} عن ${number} خلال ${minutesText(minutes)}.`,
          goal: (goal, number, minutes) =>
            `يرسل رسالة إذا تحقق الهدف ${isolate(goal)} ${ofTimes(number)} خلال ${minutesText(minutes)}.`,
          other: "يرسل رسالة حسب قاعدة وضعها برنامج.",
        },
        hours: (from, until, zone) =>
          `يراقب فقط من ${from} حتى ${until}، بتوقيت المنطقة الزمنية ${isolate(zone)}.`,
        goesTo: (to) => `يصل إلى ${list(to.map(isolate), "and")}.`,
        over: (minutes) =>
          `يُخبر مرة واحدة على الأكثر خلال ${minutesText(minutes)}، ومرة أخرى عند الانتهاء.`,
      },
      webhooks: {
        title: "خطافات الويب",
        hint: "خطاف الويب عنوان يستدعيه Footfall: قناة في Slack أو Discord، أو برنامج خاص. وهو لكل المواقع.",
        none: "لا توجد خطافات ويب بعد.",
        add: "إضافة خطاف ويب",
        addAction: "إضافة خطاف الويب",
        added: "خطاف الويب مفعل. يبين إرسال اختبار هل يصل.",
        deleteHint: "لن يستدعيه Footfall بعد ذلك، وتتجاوزه التنبيهات التي تذكره.",
        url: "العنوان",
        urlHint: `يبدأ بـ ${isolate("https://")}. يعرضه Slack وDiscord حيث يُضاف خطاف ويب وارد.`,
        format: "الصيغة",
        formats: { json: "JSON، لبرنامج", slack: "Slack", discord: "Discord" },
        events: "ما يتلقاه من كل المواقع",
        eventsHint: "تختار التنبيهات خطافات الويب بنفسها.",
        eventNames: {
          report: "التقارير عند موعدها",
          import: "عمليات الاستيراد عند انتهائها",
          goal: "الأهداف عند تحققها",
        },
        gets: { report: "التقارير", import: "انتهاء عمليات الاستيراد", goal: "الأهداف" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. يتلقى التنبيهات التي تذكره.`
            : `${form}. يتلقى التنبيهات التي تذكره، ومن كل المواقع: ${list(gets, "and")}.`,
        secret: "السر (اختياري)",
        secretHint: "تُوقَّع به الطلبات ليعرف البرنامج أنها من هنا. ولن يظهر مرة أخرى.",
        secretKeep: "يوجد سر. إذا تُرك الحقل فارغًا بقي كما هو.",
        secretRemove: "إزالة السر",
        isOn: "خطاف الويب مفعل",
        failed: (time) => `أُوقف في ${time}، بعد فشل دام أسبوعًا.`,
        last: {
          none: "لم يُستدع في آخر 60 يومًا.",
          sent: (time) => `وصل آخر استدعاء في ${time}.`,
          failed: (time, problem) => `فشل آخر استدعاء في ${time}. السبب: ${isolate(problem)}`,
        },
      },
    },
    problems: {
      files: {
        packed: `الملف مضغوط بـ ${isolate("bzip2")} أو ${isolate("xz")} أو ${isolate("zstd")}. يُرجى فك ضغطه أو ضغطه بـ ${isolate("gzip")}.`,
        classic_balancer: `هذا سجل ${isolate("Classic Load Balancer")}. يُرجى استيراد سجلات الخوادم التي خلفه.`,
        s3: `هذا سجل حاوية ${isolate("S3")}. يُرجى استيراد سجلات شبكة ${isolate("CDN")} التي أمامها.`,
        iso_times: `الأوقات بصيغة ${isolate("ISO 8601")}. يُرجى تسجيل ${isolate("$time_local")} في ${isolate("nginx")} أو ${isolate("%t")} في ${isolate("Apache")}.`,
        matomo_report: `هذا تقرير من ${isolate("Matomo")}. يُرجى استيراد ما يرده ${isolate("Live.getLastVisitsDetails")} بصيغة ${isolate("JSON")}.`,
        swetrix: `هذا تصدير من ${isolate("Swetrix")} لا أيام فيه. يُرجى استيراد سجلات الوصول للخادم.`,
        rybbit: `لا يمكن قراءة ما يصدّره ${isolate("Rybbit")}. يُرجى استيراد سجلات الوصول للخادم.`,
        posthog: ({ path }) =>
          `في الملف أحداث من ${isolate("PostHog")}. يُرجى إرسالها إلى ${isolate(`POST ${path}`)}.`,
        cloudflare_analytics: `هذا رد من ${isolate("Cloudflare Web Analytics")}. يُرجى استيراد ${isolate("http_requests")} من ${isolate("Logpush")}.`,
        no_format: ({ formats }) => `ليست الأسطر الأولى بأي من هذه الصيغ: ${isolate(formats)}.`,
        lines_broken: ({ broken, lines }) => `الأسطر التالفة: ${broken} من ${lines}.`,
        cloudflare_fields: ({ fields }) =>
          `ينقص في الأسطر: ${isolate(fields)}. يُرجى إضافته إلى حقول مهمة ${isolate("Logpush")}.`,
        w3c_no_fields: `لا يبدأ الملف بـ ${isolate("#Fields")}.`,
        w3c_fields: ({ fields }) =>
          `ينقص في ${isolate("#Fields")}: ${isolate(fields)}. يُرجى إضافته إلى الحقول التي يسجلها الخادم.`,
        haproxy_captures: `لا تبدأ الترويسات الملتقطة بـ ${isolate("User-Agent")}. يُرجى التقاط ترويسات الطلب ${isolate("User-Agent")} و${isolate("Referer")} و${isolate("Host")} بهذا الترتيب.`,
        agents_combined: `لا توجد ترويسات ${isolate("User-Agent")}. يجب أن يسجل الخادم بصيغة ${isolate("combined")} التي تتضمنها.`,
        agents_caddy: `لا توجد ترويسات ${isolate("User-Agent")}. يجب ألا يحذف أي فلتر في التوجيه ${isolate("log")} الحقل ${isolate("request>headers>User-Agent")}.`,
        agents_traefik: `لا توجد ترويسات ${isolate("User-Agent")}. يُرجى ضبط ${isolate("accessLog.fields.headers.names.User-Agent")} على ${isolate("keep")}.`,
        agents_w3c: `لا توجد ترويسات ${isolate("User-Agent")}. يُرجى إضافة ${isolate("cs(User-Agent)")} إلى الحقول التي يسجلها الخادم.`,
        agents_alb: `لا توجد ترويسات ${isolate("User-Agent")}. موازنات التحميل تسجلها دائمًا، فلا بد أن الأسطر عُدّلت.`,
        agents_cloudflare: `لا توجد ترويسات ${isolate("User-Agent")}. يُرجى إضافة ${isolate("ClientRequestUserAgent")} إلى حقول مهمة ${isolate("Logpush")}.`,
        agents_nginx: `لا توجد ترويسات ${isolate("User-Agent")}. يُرجى إضافة ${isolate('"http_user_agent":"$http_user_agent"')} إلى ${isolate("log_format")}.`,
        agents_haproxy: `لا توجد ترويسات ${isolate("User-Agent")}. يُرجى التقاط ترويسات الطلب ${isolate("User-Agent")} و${isolate("Referer")} و${isolate("Host")} بهذا الترتيب.`,
        permission: `لا يملك ${isolate("Footfall")} إذن قراءته.`,
        directory: "هذا مجلد.",
        empty_directory: "لا ملفات فيه.",
        no_file: "لا وجود لهذا الملف.",
        gzip_cut: `تنتهي بيانات ${isolate("gzip")} قبل أوانها.`,
        gzip_corrupt: `بيانات ${isolate("gzip")} تالفة.`,
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `تعذرت قراءة ${isolate(file)}: ${isolate(text)}`,
        file_stopped: ({ file, why }) => `${isolate(file)}: ${why} لم يُستورد شيء.`,
        file: named,
        gzip_broken: ({ file }) => `بيانات ${isolate("gzip")} في ${isolate(file)} تالفة.`,
        no_zip: ({ file }) => `ليس ${isolate(file)} أرشيف ${isolate("ZIP")}.`,
        zip_broken: ({ file }) => `أرشيف ${isolate("ZIP")} ${isolate(file)} تالف أو ناقص.`,
        entry_forbidden: ({ entry, file }) =>
          `الاسم «${isolate(entry)}» في ${isolate(file)} غير مسموح به.`,
        entry_encrypted: ({ entry, file }) => `الملف «${isolate(entry)}» في ${isolate(file)} مشفر.`,
        entry_method: ({ entry, file }) =>
          `الملف «${isolate(entry)}» في ${isolate(file)} مضغوط بغير طريقتي ${isolate("store")} و${isolate("deflate")}.`,
        entry_twice: ({ entry, file }) => `الملف «${isolate(entry)}» مكرر في ${isolate(file)}.`,
        entry_broken: ({ entry, file }) =>
          `بيانات «${isolate(entry)}» في ${isolate(file)} تالفة أو ناقصة.`,
        entry_other: ({ entry, file }) =>
          `محتوى «${isolate(entry)}» ليس كما يذكره فهرس ${isolate(file)}.`,
        zip_encrypted: ({ file }) => `الملف ${isolate(file)} مشفر.`,
        zip_entries: ({ file, max }) =>
          `في ${isolate(file)} ملفات أكثر من الحد الأقصى، وهو ${max}.`,
        zip_entry_bytes: ({ file, max }) => `في ${isolate(file)} ملف حجمه بالبايت أكبر من ${max}.`,
        zip_bytes: ({ file, max }) => `حجم ${isolate(file)} بالبايت بعد فك الضغط أكبر من ${max}.`,
        zip_name: ({ file }) => `في ${isolate(file)} اسم أو تعليق أطول من اللازم.`,
        zip_overlap: ({ file }) => `في ${isolate(file)} ملفات متداخلة.`,
        zip_empty: ({ file }) => `لا ملفات في ${isolate(file)}.`,
        half_broken: ({ file }) => `أكثر من نصف صفوف ${isolate(file)} تالف.`,
        rows_broken: ({ file, broken, rows }) =>
          `الصفوف التالفة في ${isolate(file)}: ${broken} من ${rows}. لم يُستورد شيء.`,
        other_days: ({ file, day }) =>
          `معظم صفوف ${isolate(file)} من أيام ليست في ${isolate("imported_visitors")}، مثل ${isolate(day)}.`,
        columns: ({ file, columns }) => `تنقص في ${isolate(file)} أعمدة: ${isolate(columns)}.`,
        same_table: ({ file, other }) => `${isolate(file)} و${isolate(other)} جدول واحد.`,
        tables: ({ file, max }) => `في ${isolate(file)} جداول أكثر من الحد الأقصى، وهو ${max}.`,
        json_list: ({ file }) => `ليس ${isolate(file)} قائمة بصيغة ${isolate("JSON")}.`,
        json_end: ({ file }) => `ينتهي ${isolate(file)} في منتصف القائمة.`,
        plausible_visitors: `الجدول ${isolate("imported_visitors")} مفقود.`,
        umami_events: `الملف ${isolate("website_event.csv")} مفقود.`,
        umami_totals: ({ file }) =>
          `${isolate(file)} من تصدير المجاميع في ${isolate("Umami")} الذي لا تواريخ فيه. يُرجى استيراد تصدير البيانات الذي فيه ${isolate("website_event.csv")}.`,
        umami_website: ({ websites }) =>
          `في الملفات أكثر من موقع. يُرجى كتابة معرّف أحدها: ${isolate(websites)}.`,
        umami_other_website: ({ websites }) =>
          `ليس هذا الموقع في الملفات. فيها: ${isolate(websites)}.`,
        goatcounter: `لا يوجد ملف فيه عمود ${isolate("2Path")} من ${isolate("GoatCounter")}.`,
        goatcounter_version: ({ file, version }) =>
          `${isolate(file)} تصدير من ${isolate("GoatCounter")} بالإصدار ${isolate(version)}. لا يمكن استيراد غير الإصدار 2.`,
        simple_analytics: `لا يوجد ملف فيه العمودان ${isolate("added_iso")} و${isolate("path")} من ${isolate("Simple Analytics")}.`,
        matomo_error: ({ file }) => `${isolate(file)} رسالة خطأ من ${isolate("Matomo")}.`,
        matomo: ({ file }) => `ليس ${isolate(file)} قائمة زيارات من ${isolate("Matomo")}.`,
        footfall: ({ file }) =>
          `ليس ${isolate(file)} تصديرًا من ${isolate("Footfall")} بصيغة ${isolate("NDJSON")}.`,
        ga4_list: ({ file }) =>
          `${isolate(file)} قائمة. يُرجى التصدير بصيغة ${isolate("NDJSON")}، وفيها حدث في كل سطر.`,
        ga4: ({ file }) =>
          `ليس في ${isolate(file)} أحداث من ${isolate("Google Analytics 4")} بصيغة ${isolate("NDJSON")}.`,
        ga4_days:
          "لا يوجد جدول فيه أرقام الأيام. يُرجى تصدير التاريخ مع المستخدمين النشطين والجلسات والمشاهدات، بالإنجليزية.",
        fathom_days: `لا يوجد جدول فيه أرقام الأيام. يُرجى إضافة ${isolate("Site.csv")} أو تصدير بلا تقسيم.`,
        option: "لا تحتاج ملفات هذا المنتج إلى معرّف موقع.",
        report_too_large: "صار تقرير الاستيراد أكبر من اللازم.",
        files_gone: "لم تعد ملفات الاستيراد موجودة.",
        stopped: "توقف الاستيراد على نحو غير متوقع. السبب في سجل الخادم.",
        cut_off: "قُطع الأمر قبل اكتمال الاستيراد.",
        cut_off_again: "قُطع الأمر قبل اكتمال الاستيراد. يُشغَّل مرة أخرى للمتابعة.",
        interrupted: "قُطع الأمر.",
        interrupted_again: "قُطع الأمر. يُشغَّل مرة أخرى للمتابعة.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `رد المستقبِل بالرمز ${status}، ولا يتبع ${isolate("Footfall")} عمليات إعادة التوجيه.`,
        answer: ({ status }) => `رد المستقبِل بالرمز ${status}.`,
        no_answer: ({ seconds }) => `لم يأت رد خلال ${seconds} ثوانٍ.`,
        private_address: ({ host }) =>
          `${isolate(host)} عنوان خاص. يسمح به الإعداد ${isolate("WEBHOOK_PRIVATE_ADDRESSES=1")}.`,
        closed: "أُغلق الاتصال.",
        recipient_refused: "رفض خادم البريد المستلم.",
        no_mail_server: "لا يمكن لهذا الخادم إرسال رسائل بعد، إذ لم يُعدّ خادم بريد.",
        not_called: "تعذّر استدعاء خطاف الويب. يرى المالكون السبب.",
        not_mailed: "تعذّر إرسال الرسالة. يرى المالكون السبب.",
        no_webhook: "لم يعد خطاف الويب هذا موجودًا.",
        no_person: "لم يعد هذا الشخص موجودًا، أو أنه معطل.",
        may_not_see: "لا يحق لهذا الشخص رؤية الموقع.",
        unknown: "السبب غير معروف.",
      },
    },
  };
};
