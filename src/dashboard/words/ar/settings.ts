import type { Tools } from "../../../base/sentence-tools.ts";
import type { SettingsTables } from "../tables.ts";

/** Arabic: pages to sign in, the account, and the settings and the sharing of a website. */
export const tables = ({ plural, count, list, isolate }: Tools<"ar">): SettingsTables => {
  const events = (number: number) =>
    plural(number, {
      zero: `${count(number)} حدث`,
      one: "حدث واحد",
      two: "حدثان",
      few: `${count(number)} أحداث`,
      many: `${count(number)} حدثًا`,
      other: `${count(number)} حدث`,
    });

  const lastEvent = (event: {
    readonly page: string;
    readonly age: string;
    readonly country: string;
    readonly browser: string;
  }) =>
    [event.page, `قبل ${event.age}`, event.country, event.browser]
      .filter((part) => part !== "")
      .map(isolate)
      .join("، ");

  return {
    "link-pages": {
      invitation: {
        title: "مرحبًا في Footfall",
        hint: "يُختار اسم وكلمة مرور، وبذلك يتم تسجيل الدخول.",
        action: "إنشاء الحساب",
      },
      reset: {
        title: "كلمة مرور جديدة",
        hint: "كلمة المرور الجديدة تُنهي الجلسات في كل مكان آخر.",
        action: "حفظ وتسجيل الدخول",
      },
      name: "الاسم",
      password: "كلمة المرور",
      isMissing: "تحتاج هذه الصفحة إلى الرابط الكامل من الرسالة. يُرجى فتح الرابط من جديد.",
      isOver:
        "لم يعد هذا الرابط صالحًا. كل رابط يعمل مرة واحدة ولمدة محدودة. يمكن لأحد المالكين إنشاء رابط جديد.",
      signIn: "تسجيل الدخول",
    },
    gates: {
      signIn: "تسجيل الدخول",
      forgotten: "هل نُسيت كلمة المرور؟",
      apiKey: "مفتاح API",
      apiKeyHint: `المفتاح الذي أظهره Footfall عند أول تشغيل. وهو أيضًا في الملف ${isolate("data/api-key")}.`,
      email: "عنوان البريد الإلكتروني",
      password: "كلمة المرور",
      sendLink: "إرسال رابط",
      linkSent:
        "إذا كان هذا العنوان لأحد المستخدمين، فقد أُرسل إليه رابط لكلمة مرور جديدة. وإن لم يصل، يمكن لأحد المالكين إنشاء رابط.",
      back: "العودة إلى تسجيل الدخول",
      otherWays: "طرق أخرى لتسجيل الدخول",
      useKey: "استخدام مفتاح API",
      locked: "هذه الإحصاءات محمية بكلمة مرور.",
      unlock: "عرض الإحصاءات",
    },
    account: {
      pages: "صفحات الحساب",
      notFound: "غير موجودة",
      noPage: "لا توجد صفحة في هذا العنوان.",
      onlyOwners: "هذه الصفحة للمالكين فقط.",
      withKey: "تم تسجيل الدخول بمفتاح API",
      withKeyHint: "الاسم وكلمة المرور وقائمة الجلسات للأشخاص فقط.",
      withRootKeyHint:
        "الاسم وكلمة المرور وقائمة الجلسات للأشخاص فقط. الأفضل دعوة عنوان البريد الإلكتروني الشخصي ثم تسجيل الدخول به.",
      you: "البيانات الشخصية",
      self: "الحساب الحالي",
      name: "الاسم",
      email: "عنوان البريد الإلكتروني",
      language: "اللغة",
      browserLanguage: "لغة المتصفح",
      ownPassword: "كلمة المرور",
      password: "كلمة المرور",
      currentPassword: "كلمة المرور الحالية",
      newPassword: "كلمة المرور الجديدة",
      changePassword: "تغيير كلمة المرور",
      passwordSaved: "تم الحفظ. انتهت الجلسات الأخرى.",
      sessions: "الجلسات",
      sessionsHint: "المتصفحات التي تم تسجيل الدخول فيها.",
      thisBrowser: "هذا المتصفح",
      unknownBrowser: "متصفح غير معروف",
      browserOn: (browser, system) => `${isolate(browser)} على ${isolate(system)}`,
      session: (from, seen) => `تسجيل الدخول في ${from}، وآخر ظهور في ${seen}`,
      end: "إنهاء",
      endNamed: (browser) => `إنهاء الجلسة في ${isolate(browser)}`,
      change: "تعديل",
      changeNamed: (name) => `تعديل ${isolate(name)}`,
      delete: "حذف",
      deleteNamed: (name) => `حذف ${isolate(name)}`,
      deleteTitle: (name) => `حذف ${isolate(name)}؟`,
      done: "تم",
      websites: "المواقع",
      unknownWebsite: (id) => `الموقع ${id}`,
      allWebsites: "كل المواقع",
      allAlsoLater: "كل المواقع، وما يُضاف لاحقًا",
      searchWebsites: "البحث في المواقع",
      people: {
        invite: "دعوة",
        none: "لا أحد بعد. يسجل الأشخاص الدخول بعناوين بريدهم الإلكتروني، ويرون المواقع المختارة لهم.",
        deleteHint: (email) =>
          `لن يتمكن ${isolate(email)} من تسجيل الدخول، وتنتهي كل الجلسات. تبقى المواقع وإحصاءاتها.`,
        state: { invited: "مدعو", active: "", disabled: "معطل" },
        seen: (day) => `آخر ظهور في ${day}`,
        seenAt: (email, day) => `${isolate(email)}، آخر ظهور في ${day}`,
        notSeen: "لم يظهر بعد",
        notSeenAt: (email) => `${isolate(email)}، لم يظهر بعد`,
        newLink: "رابط جديد",
        newLinkFor: (name) => `رابط جديد لـ ${isolate(name)}`,
        reset: "إعادة تعيين كلمة المرور",
        resetFor: (name) => `إعادة تعيين كلمة المرور لـ ${isolate(name)}`,
        enable: "تفعيل",
        enableNamed: (name) => `تفعيل ${isolate(name)}`,
        disable: "تعطيل",
        disableNamed: (name) => `تعطيل ${isolate(name)}`,
        optionalName: "الاسم (اختياري)",
        role: "الدور",
        roles: {
          member: { label: "عضو", hint: "يرى المواقع المختارة." },
          owner: { label: "مالك", hint: "له كل الصلاحيات، حتى على الأشخاص والمفاتيح." },
        },
      },
      grants: {
        onlyBelow: "المذكورة أدناه فقط",
        asAbove: "كما أعلاه",
        noAccess: "لا وصول",
        view: "عرض",
        edit: "تعديل",
        everything: "كل المواقع والأشخاص والمفاتيح",
        none: "لا توجد مواقع بعد",
        mayView: (website) => `${isolate(website)} (عرض)`,
        mayEdit: (website) => `${isolate(website)} (تعديل)`,
        list: (grants) => list(grants, "and"),
      },
      link: {
        invitation: (email) => `دعوة إلى ${isolate(email)}`,
        reset: (email) => `رابط كلمة مرور جديدة لـ ${isolate(email)}`,
        mailed: (email) => `أُرسل هذا الرابط إلى ${isolate(email)}. ويمكن إرساله يدويًا أيضًا.`,
        notMailed: "لم تُرسل رسالة. يُرجى نسخ هذا الرابط وإرساله يدويًا.",
        name: "الرابط",
        hint: (time) => `يظهر الآن فقط، ويعمل مرة واحدة، وهو صالح حتى ${time}.`,
      },
      keys: {
        make: "إنشاء مفتاح",
        makeAction: "إنشاء المفتاح",
        none: "لا توجد مفاتيح بعد. بالمفتاح يستخدم برنامجٌ واجهة API بالصلاحيات المختارة.",
        deleteHint: "تُرفض بعد ذلك البرامج التي تستخدم هذا المفتاح.",
        isOver: "منتهي الصلاحية",
        noWebsite: "لم يبقَ له أي موقع، فلا يمكنه فعل شيء.",
        websites: (domains) => list(domains.map(isolate), "and"),
        maker: {
          root: () => "أنشأه مفتاح API للخادم",
          key: (name) => `أنشأه المفتاح ${isolate(name)}`,
          person: (name) => `أنشأه ${isolate(name)}`,
        },
        neverUsed: "لم يُستخدم قط",
        lastUsed: (day) => `آخر استخدام في ${day}`,
        expires: (time) => `تنتهي صلاحيته في ${time}`,
        expired: (time) => `انتهت صلاحيته في ${time}`,
        name: "الاسم",
        nameHint: "الغرض من المفتاح.",
        rights: "الصلاحيات",
        right: {
          read: { label: "القراءة", hint: "الإحصاءات والإعدادات." },
          write: { label: "الكتابة", hint: "التغييرات، وكل ما في القراءة والجمع." },
          collect: { label: "الجمع", hint: "إرسال أحداث كثيرة دفعة واحدة." },
          operate: { label: "التشغيل", hint: "قراءة مقاييس الخادم." },
        },
        onlySome: "بعضها فقط",
        title: (name) => `المفتاح ${isolate(name)}`,
        once: "يُرجى نسخ المفتاح الآن. يظهر هذه المرة فقط، لأن Footfall لا يخزنه.",
        secretName: "المفتاح",
      },
    },
    audit: {
      title: "السجل",
      changes: "التغييرات",
      hint: "من سجّل الدخول، ومن غيّر الإعدادات والأشخاص والمفاتيح وروابط المشاركة. الأيام بتوقيت UTC، وتُحفظ القيود 400 يوم.",
      none: "لم يتغير شيء في هذه الأيام.",
      from: "من",
      to: "إلى",
      rootKey: "أحد مفاتيح API للخادم",
      key: (name) => `المفتاح ${isolate(name)}`,
      nameless: "شخص بلا اسم",
      // Nouns, as a verb would say whether the person is a man or a woman.
      sentences: {
        "sign-in": (who, browser) =>
          browser === ""
            ? `${isolate(who)}: تسجيل الدخول`
            : `${isolate(who)}: تسجيل الدخول، ${isolate(browser)}`,
        "person.invite": (who, name) => `${isolate(who)}: دعوة ${isolate(name)}`,
        "person.sign-up": (who) => `${isolate(who)}: أول تسجيل دخول بحساب الشركة`,
        "person.link": (who, name) => `${isolate(who)}: إنشاء رابط لـ ${isolate(name)}`,
        "person.update": (who, name) => `${isolate(who)}: تعديل ${isolate(name)}`,
        "person.delete": (who, name) => `${isolate(who)}: حذف ${isolate(name)}`,
        "key.create": (who, name) => `${isolate(who)}: إنشاء المفتاح ${isolate(name)}`,
        "key.update": (who, name) => `${isolate(who)}: تعديل المفتاح ${isolate(name)}`,
        "key.delete": (who, name) => `${isolate(who)}: حذف المفتاح ${isolate(name)}`,
        "website.create": (who, _name, website) =>
          `${isolate(who)}: إضافة الموقع ${isolate(website)}`,
        "website.update": (who, _name, website) =>
          `${isolate(who)}: تعديل الموقع ${isolate(website)}`,
        "website.delete": (who, _name, website) =>
          `${isolate(who)}: حذف الموقع ${isolate(website)}`,
        "goal.create": (who, name, website) =>
          `${isolate(who)}: إضافة الهدف ${isolate(name)} إلى ${isolate(website)}`,
        "goal.update": (who, name, website) =>
          `${isolate(who)}: تعديل الهدف ${isolate(name)} في ${isolate(website)}`,
        "goal.delete": (who, name, website) =>
          `${isolate(who)}: حذف الهدف ${isolate(name)} من ${isolate(website)}`,
        "funnel.create": (who, name, website) =>
          `${isolate(who)}: إضافة القمع ${isolate(name)} إلى ${isolate(website)}`,
        "funnel.update": (who, name, website) =>
          `${isolate(who)}: تعديل القمع ${isolate(name)} في ${isolate(website)}`,
        "funnel.delete": (who, name, website) =>
          `${isolate(who)}: حذف القمع ${isolate(name)} من ${isolate(website)}`,
        "segment.create": (who, name, website) =>
          `${isolate(who)}: إضافة الشريحة ${isolate(name)} إلى ${isolate(website)}`,
        "segment.update": (who, name, website) =>
          `${isolate(who)}: تعديل الشريحة ${isolate(name)} في ${isolate(website)}`,
        "segment.delete": (who, name, website) =>
          `${isolate(who)}: حذف الشريحة ${isolate(name)} من ${isolate(website)}`,
        "annotation.create": (who, name, website) =>
          `${isolate(who)}: إضافة الملاحظة «${isolate(name)}» إلى ${isolate(website)}`,
        "annotation.update": (who, name, website) =>
          `${isolate(who)}: تعديل الملاحظة «${isolate(name)}» في ${isolate(website)}`,
        "annotation.delete": (who, name, website) =>
          `${isolate(who)}: حذف الملاحظة «${isolate(name)}» من ${isolate(website)}`,
        "share.create": (who, name, website) =>
          `${isolate(who)}: إنشاء رابط المشاركة ${isolate(name)} إلى ${isolate(website)}`,
        "share.update": (who, name, website) =>
          `${isolate(who)}: تعديل رابط المشاركة ${isolate(name)} في ${isolate(website)}`,
        "share.delete": (who, name, website) =>
          `${isolate(who)}: حذف رابط المشاركة ${isolate(name)} من ${isolate(website)}`,
        "alert.create": (who, name, website) =>
          `${isolate(who)}: إضافة التنبيه ${isolate(name)} إلى ${isolate(website)}`,
        "alert.update": (who, name, website) =>
          `${isolate(who)}: تعديل التنبيه ${isolate(name)} في ${isolate(website)}`,
        "alert.delete": (who, name, website) =>
          `${isolate(who)}: حذف التنبيه ${isolate(name)} من ${isolate(website)}`,
        "email_reports.update": (who, _name, website) =>
          website === ""
            ? `${isolate(who)}: تعديل التقارير البريدية الشخصية`
            : `${isolate(who)}: تعديل التقارير البريدية لـ ${isolate(website)}`,
        "webhook.create": (who, name) => `${isolate(who)}: إضافة خطاف الويب ${isolate(name)}`,
        "webhook.update": (who, name) => `${isolate(who)}: تعديل خطاف الويب ${isolate(name)}`,
        "webhook.delete": (who, name) => `${isolate(who)}: حذف خطاف الويب ${isolate(name)}`,
        "import.create": (who, id, website) =>
          `${isolate(who)}: بدء الاستيراد ${id} إلى ${isolate(website)}`,
        "import.undo": (who, id, website) =>
          `${isolate(who)}: التراجع عن الاستيراد ${id} في ${isolate(website)}`,
      },
      ownAccount: (who) => `${isolate(who)}: تعديل الحساب الشخصي`,
      other: (who, kind) => `${isolate(who)}: ${isolate(kind)}`,
      otherNamed: (who, kind, name) => `${isolate(who)}: ${isolate(kind)}، ${isolate(name)}`,
      numbered: (id) => `رقم ${id}`,
      fields: {
        domain: "النطاق",
        domain_unicode: "النطاق كما يُكتب",
        timezone: "المنطقة الزمنية",
        language: "اللغة",
        privacy: "من يمكنه رؤية الإحصاءات",
        password: "كلمة المرور",
        has_password: "له كلمة مرور",
        email: "البريد الإلكتروني",
        exclude_bots: "استبعاد الروبوتات",
        exclude_ips: "العناوين المستبعدة",
        exclude_params: "معاملات الاستعلام المستبعدة",
        favorited_at: "في المفضلة منذ",
        name: "الاسم",
        role: "الدور",
        state: "الحالة",
        grants: "المواقع",
        sign_in: "طرق تسجيل الدخول",
        may: "الصلاحيات",
        websites: "المواقع",
        expires_at: "انتهاء الصلاحية",
        segment_id: "الشريحة",
        reports: "التقارير",
        type: "نوع الحدث",
        value: "الصفحة أو الحدث",
        props: "الخصائص",
        within: "المهلة",
        steps: "الخطوات",
        filters: "الفلاتر",
        public: "يظهر للمطلعين",
        date: "اليوم",
        time: "الوقت",
        text: "النص",
        when: "القاعدة",
        hours: "الساعات",
        pause_minutes: "أقل عدد من الدقائق بين رسالتين",
        to: "المستلمون",
        enabled: "مفعل",
        day: "كل يوم",
        week: "كل أسبوع",
        month: "كل شهر",
        send_at: "وقت الإرسال",
        url: "العنوان",
        format: "الصيغة",
        secret: "السر",
        has_secret: "له سر",
        events: "الأحداث",
        failed_at: "أُوقف بسبب الفشل",
      },
      changed: (field) => `${field}: تم التغيير`,
      change: (field, before, after) => `${field}: ${isolate(before)} ← ${isolate(after)}`,
      nothing: "لا شيء",
      yes: "نعم",
      no: "لا",
      all: "الكل",
      privacy: ["عام", "خاص", "بكلمة مرور"],
      list: (texts) => list(texts.map(isolate), "and"),
    },
    sharing: {
      access: "الوصول",
      who: "من يمكنه رؤية الإحصاءات",
      privacy: {
        private: {
          label: "خاص",
          hint: "فقط من يسجل الدخول وله حق رؤية هذا الموقع.",
        },
        password: {
          label: "كلمة مرور",
          hint: "يمكن لكل من لديه كلمة المرور رؤيتها في عنوان الصفحة، ومعها الإيرادات.",
        },
        public: {
          label: "عام",
          hint: "يمكن للجميع رؤيتها، ومعها الإيرادات. وقد يُعرف بالفلاتر ما فعله زائر واحد في ذلك اليوم.",
        },
      },
      password: "كلمة المرور",
      newPassword: "كلمة المرور الجديدة",
      keepPassword: "إذا تُرك فارغًا بقيت كلمة المرور الحالية.",
      save: "حفظ",
      saved: "تم الحفظ.",
      notSaved: "لم يتم الحفظ. الأخطاء مذكورة أعلاه.",
      addressName: "عنوان الصفحة",
      openAsViewer: "الفتح كمطلع",
      embed: "التضمين",
      embedHint: "يُلصق هذا حيث ينبغي أن تظهر الإحصاءات.",
      embedName: "رمز التضمين",
      frameTitle: (domain) => `إحصاءات ${isolate(domain)}`,
      ancestors: (domain) =>
        `يجب أن يذكر إعداد الخادم FRAME_ANCESTORS عنوان تلك الصفحة. ولصفحات ${isolate(domain)} يكون:`,
      ancestorsName: "الإعداد",
      embedNotPublic: "يمكن لصفحات أخرى تضمين إحصاءات موقع عام. هذا الموقع ليس عامًا.",
      links: "روابط المشاركة",
      linksHint:
        "كل من لديه رابط يرى الإحصاءات، أيًا كان الاختيار أعلاه. وتحدد شريحة أو بعض التقارير ما يعرضه الرابط.",
      make: "إنشاء رابط",
      makeDone: "إنشاء الرابط",
      change: (name) => `تعديل ${isolate(name)}`,
      deleteTitle: (name) => `حذف ${isolate(name)}؟`,
      deleteHint: "لن يعرض الرابط شيئًا بعد ذلك، ولا يمكن استعادته؛ فللرابط الجديد عنوان آخر.",
      neverUsed: "لم يُستخدم قط",
      lastUsed: (day) => `آخر استخدام في ${day}`,
      withExpiry: (used, time, isOver) =>
        isOver ? `${used}، انتهت صلاحيته في ${time}` : `${used}، تنتهي صلاحيته في ${time}`,
      hasPassword: "كلمة مرور",
      isOver: "منتهي الصلاحية",
      openByLink: (name) => `الفتح كمطلع بالرابط ${isolate(name)}`,
      linkName: (name) => `الرابط ${isolate(name)}`,
      unnamedSegment: (id) => `الشريحة ${id}`,
      ofSegment: (reports, segment) => `${reports}، من الشريحة ${isolate(segment)}`,
      name: "الاسم",
      nameHint: "لمن هذا الرابط. لا يظهر للمطلعين.",
      segment: "الشريحة",
      segmentHint: "إذا اختيرت شريحة، يعرض الرابط زوارها فقط.",
      everybody: "كل الزوار",
      reports: "التقارير",
      allReports: "كل التقارير",
      someReports: "بعضها فقط",
      optionalPassword: "كلمة المرور (اختيارية)",
      optionalNewPassword: "كلمة المرور الجديدة (اختيارية)",
      removePassword: "إزالة كلمة المرور",
      language: `بإضافة ${isolate("?lang=ar")} في نهاية العنوان تُفتح الصفحة بالعربية.`,
    },
    tracking: {
      code: "رمز التتبع",
      codeName: "رمز التتبع",
      platforms: "النظام الذي أُنشئ به الموقع",
      platform: {
        html: "HTML",
        wordpress: "WordPress",
        shopify: "Shopify",
        gtm: "Google Tag Manager",
        next: "Next.js",
      },
      howTo: {
        html: `يُلصق هذا السطر قبل ${isolate("</head>")} في كل صفحة.`,
        wordpress: `يُلصق هذا السطر في ترويسة كل الصفحات. ويمكن ذلك بإضافة: ففي WPCode تحتوي القائمة Code Snippets على ${isolate("Header & Footer")}، وأول حقل فيها هو الترويسة.`,
        shopify: `في ${isolate("Online Store")} ثم Themes يُختار ${isolate("Edit code")}، ويُلصق هذا السطر قبل ${isolate("</head>")} في ${isolate("layout/theme.liquid")}. صفحة الدفع ليست جزءًا من القالب، فلا تُحتسب.`,
        gtm: `يُنشأ وسم من النوع ${isolate("Custom HTML")} بهذا النص وبالمشغّل ${isolate("All Pages")}، ثم تُنشر الحاوية. لا يُحتسب الزوار الذين ليس لديهم ${isolate("Google Tag Manager")}، مثل من يحظره.`,
        next: `يوضع هذا العنصر في ${isolate("<body>")} من ${isolate("app/layout.tsx")}، مع سطر import فوقه. تُحتسب التنقلات بين الصفحات تلقائيًا.`,
      },
      noCookies: "لا يضع ملفات تعريف ارتباط.",
      outbound: "احتساب النقرات على روابط مواقع أخرى",
      downloads: "احتساب تنزيلات الملفات",
      local: (domain) =>
        `أُضيف ${isolate("data-local")} لأن ${isolate(domain)} اسم محلي، ومن دونه يتجاهله رمز التتبع.`,
      warning: (origin) =>
        `في السطر العنوان الذي فُتحت به هذه الصفحة، ${isolate(origin)}. يجب أن يصل الزوار إلى Footfall في عنوان https عام: فصفحة https لا ترسل شيئًا إلى صفحة http. يُرجى فتح لوحة التحكم بذلك العنوان، أو ضبط BASE_URL عليه.`,
      firstVisit: "أول زيارة",
      waiting: (domain) => `في انتظار أول زيارة إلى ${isolate(domain)} …`,
      localHint: `لا تُحتسب الصفحات على الحاسوب الشخصي، مثل localhost، إلا إذا كان في السطر ${isolate("data-local")}.`,
      waitingHint: (domain) =>
        `يُوضع رمز التتبع في الصفحات ثم تُفتح إحداها. تُظهر هذه الصفحة الزيارة خلال خمس ثوانٍ، ثم إحصاءات ${isolate(domain)}.`,
      works: (event) => `التتبع يعمل: ${lastEvent(event)}`,
      worksBriefly: "التتبع يعمل: احتُسبت أول زيارة.",
      close: "إغلاق",
      notCounted: "وصل ولم يُحتسب",
      otherHost: (number, host) => `${events(number)} من ${isolate(host)}، وهو موقع آخر`,
      bot: (number, name) => {
        const bots = plural(number, {
          zero: `${count(number)} روبوت`,
          one: "روبوت واحد",
          two: "روبوتان",
          few: `${count(number)} روبوتات`,
          many: `${count(number)} روبوتًا`,
          other: `${count(number)} روبوت`,
        });
        return name === "" ? bots : `${bots}: ${isolate(name)}`;
      },
      excluded: (number) => `${events(number)} من عناوين مستبعدة`,
      unknown: (number, domain) => `${events(number)} من ${isolate(domain)}، وهو غير موجود هنا`,
      check: "فحص التتبع",
      lead: (domain) => `هل تصل أحداث ${isolate(domain)}، وأيها لا يُحتسب.`,
      settings: "تعديل ما يُحتسب",
      last: (event) => `آخر حدث: ${lastEvent(event)}`,
      noLast: "لم يُحتسب أي حدث منذ أمس.",
      since: "ما لم يُحتسب منذ أمس",
      nothingSince: "احتُسب كل ما وصل منذ أمس.",
      days: "الأحداث حسب اليوم",
      day: "اليوم",
      columns: {
        accepted: {
          label: "محتسبة",
          meaning: "مشاهدات الصفحات والأحداث المخصصة وأحداث التفاعل.",
        },
        bot: { label: "غير محتسبة: روبوتات", meaning: "يعلن المتصفح أنه روبوت." },
        ip: { label: "عناوين مستبعدة", meaning: "غير محتسبة: تستبعد الإعدادات العنوان." },
        hostname: { label: "مواقع أخرى", meaning: "غير محتسبة: الصفحة على نطاق آخر." },
      },
      seconds: (number) => `${count(number)} ث`,
      minutes: (number) => `${count(number)} د`,
      hours: (number) => `${count(number)} س`,
    },
    settings: {
      add: "إضافة موقع",
      domain: "النطاق",
      domainHint: `مثل ${isolate("example.com")}، بلا منفذ أو مسار. ويشمل النطاقات الفرعية. لا يمكن تغيير النطاق لاحقًا.`,
      open: "فتح",
      openNamed: (domain) => `فتح ${isolate(domain)}`,
      timezone: "المنطقة الزمنية",
      timezoneNew: "تبدأ الأيام هناك عند منتصف الليل. البحث حسب المدينة أو البلد.",
      timezoneChange: "تبدأ الأيام هناك عند منتصف الليل. تحتفظ الأيام التي قبل التغيير بأرقامها.",
      timezoneOffset: (offset) => `الآن ${isolate(offset)}.`,
      timezoneOption: (city, country) => (country === "" ? city : `${city}، ${country}`),
      timezonesFound: (number) =>
        number === 0
          ? "لم يُعثر على منطقة زمنية."
          : `عدد المناطق الزمنية المطابقة: ${count(number)}.`,
      timezoneNone: "لا توجد مدينة أو بلد يبدأ بهذا. يمكن كتابة اسم أي منطقة زمنية من IANA.",
      counting: "ما يُحتسب",
      aliases: "الأسماء البديلة",
      aliasesHint:
        "نطاقات قديمة، ومعرّفات للموقع في منتجات أخرى: 20 على الأكثر، واحد في كل سطر. تعمل رموز التتبع التي تستخدمها، وتُحتسب الصفحات على هذه النطاقات.",
      bots: "استبعاد الروبوتات",
      botsHint: "تُعرف الروبوتات من اسم متصفحها.",
      addresses: "العناوين المستبعدة",
      addressesHint: "لا تُحتسب الزيارات من عناوين IP والشبكات هذه. عنوان أو شبكة واحدة في كل سطر.",
      yours: (ip) => `العنوان الحالي ${isolate(ip)}`,
      yoursIsThere: (ip, isSaved) =>
        isSaved
          ? `العنوان الحالي ${isolate(ip)} مستبعد.`
          : `سيُستبعد العنوان الحالي ${isolate(ip)} بعد الحفظ.`,
      addYours: "إضافة",
      addYoursNamed: (ip) => `إضافة ${isolate(ip)}`,
      dropParams: `إزالة ما يلي "?" في العناوين`,
      dropParamsHint:
        "تبقى الحملات ومعرّفات النقرات معروفة. لا تُخزَّن الأسرار وعناوين البريد الإلكتروني أبدًا.",
      params: "إزالة هذه المعاملات فقط",
      paramsHint: "معامل واحد في كل سطر. العلامة * في النهاية تطابق أي نهاية.",
      language: "لغة الرسائل",
      languageHint: "للتقارير البريدية والتنبيهات ونصوص خطافات الويب.",
      notifications: {
        title: "التقارير البريدية والتنبيهات",
        hint: "رسائل كل أسبوع أو شهر، ورسائل عند حدوث شيء غير معتاد.",
        open: "إعداد التقارير البريدية والتنبيهات",
      },
      moving: {
        title: "الاستيراد والتصدير",
        hint: "استيراد البيانات السابقة من منتج آخر، أو تصدير الأحداث.",
        open: "الاستيراد والتصدير",
      },
      remove: "الحذف",
      removeHint: (domain) => `يحذف ${isolate(domain)} وكل إحصاءاته نهائيًا.`,
      removeOpen: "حذف الموقع …",
      removeTitle: (domain) => `حذف ${isolate(domain)}؟`,
      removeWarning: "سيُحذف الموقع وكل إحصاءاته. لا يمكن التراجع عن ذلك.",
      removeConfirm: (domain) => `للتأكيد تُكتب ${isolate(domain)}`,
      removeCancel: "إلغاء",
      removeFinally: "حذف نهائي",
      mayNotWrite: "يمكن رؤية هذا الموقع، لكن لا يمكن تعديله.",
      save: "حفظ",
      saved: "تم الحفظ.",
      savedCounting: "تم الحفظ. تسري قواعد الاحتساب من الآن.",
      notSaved: "لم يتم الحفظ. الأخطاء مذكورة أعلاه.",
    },
  };
};
