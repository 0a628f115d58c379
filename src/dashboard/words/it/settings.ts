import type { Tools } from "../../../base/sentence-tools.ts";
import type { SettingsTables } from "../tables.ts";

/** Italian: pages to sign in, the account, and the settings and the sharing of a website. */
export const tables = ({ plural, count, list }: Tools<"it">): SettingsTables => {
  const events = (number: number) =>
    plural(number, { one: "1 evento", other: `${count(number)} eventi` });

  const lastEvent = (event: {
    readonly page: string;
    readonly age: string;
    readonly country: string;
    readonly browser: string;
  }) =>
    [event.page, `${event.age} fa`, event.country, event.browser]
      .filter((part) => part !== "")
      .join(", ");

  return {
    "link-pages": {
      invitation: {
        title: "Ti diamo il benvenuto in Footfall",
        hint: "Scegli un nome e una password. L’accesso sarà subito attivo.",
        action: "Crea account",
      },
      reset: {
        title: "Nuova password",
        hint: "Una nuova password termina tutte le altre sessioni.",
        action: "Salva e accedi",
      },
      name: "Il tuo nome",
      password: "Password",
      isMissing:
        "Per questa pagina serve il link completo che hai ricevuto. Apri di nuovo il link.",
      isOver:
        "Questo link non è più valido. Ogni link si può usare una sola volta e per un tempo limitato. Chiedine uno nuovo a un proprietario.",
      signIn: "Accedi",
    },
    gates: {
      signIn: "Accedi",
      forgotten: "Password dimenticata?",
      apiKey: "Chiave API",
      apiKeyHint:
        "La chiave che Footfall ha mostrato al primo avvio. Si trova anche nel file data/api-key.",
      email: "Indirizzo e-mail",
      password: "Password",
      sendLink: "Invia link",
      linkSent:
        "Se a questo indirizzo corrisponde un account, è in arrivo un link per una nuova password. Se non arriva, chiedine uno a un proprietario.",
      back: "Torna all’accesso",
      otherWays: "Altri modi per accedere",
      useKey: "Usa una chiave API",
      locked: "Queste statistiche sono protette da una password.",
      unlock: "Mostra le statistiche",
    },
    account: {
      pages: "Pagine dell’account",
      notFound: "Non trovata",
      noPage: "A questo indirizzo non c’è nessuna pagina.",
      onlyOwners: "Solo i proprietari possono vedere questa pagina.",
      withKey: "Accesso effettuato con una chiave API",
      withKeyHint: "Solo le persone hanno un nome, una password e un elenco di sessioni.",
      withRootKeyHint:
        "Solo le persone hanno un nome, una password e un elenco di sessioni. Crea un invito per te e accedi con il tuo indirizzo e-mail.",
      you: "I tuoi dati",
      self: "Tu",
      name: "Nome",
      email: "Indirizzo e-mail",
      language: "Lingua",
      browserLanguage: "Lingua del browser",
      ownPassword: "La tua password",
      password: "Password",
      currentPassword: "Password attuale",
      newPassword: "Nuova password",
      changePassword: "Cambia password",
      passwordSaved: "Salvato. Le altre sessioni sono terminate.",
      sessions: "Sessioni",
      sessionsHint: "I browser in cui hai effettuato l’accesso.",
      thisBrowser: "Questo browser",
      unknownBrowser: "Browser sconosciuto",
      browserOn: (browser, system) => `${browser} su ${system}`,
      session: (from, seen) => `Accesso: ${from}, ultima attività: ${seen}`,
      end: "Termina",
      endNamed: (browser) => `Termina la sessione in ${browser}`,
      change: "Modifica",
      changeNamed: (name) => `Modifica ${name}`,
      delete: "Elimina",
      deleteNamed: (name) => `Elimina ${name}`,
      deleteTitle: (name) => `Eliminare ${name}?`,
      done: "Fine",
      websites: "Siti",
      unknownWebsite: (id) => `sito ${id}`,
      allWebsites: "Tutti i siti",
      allAlsoLater: "Tutti i siti, anche quelli futuri",
      searchWebsites: "Cerca siti",
      people: {
        invite: "Invita",
        none: "Ancora nessuno. Le persone accedono con il proprio indirizzo e-mail e vedono i siti che scegli.",
        deleteHint: (email) =>
          `${email} non potrà più accedere e tutte le sue sessioni termineranno. I siti e le loro statistiche restano.`,
        state: { invited: "Invito in sospeso", active: "", disabled: "Accesso bloccato" },
        seen: (day) => `Ultima attività: ${day}`,
        seenAt: (email, day) => `${email}, ultima attività: ${day}`,
        notSeen: "Ancora nessuna attività",
        notSeenAt: (email) => `${email}, ancora nessuna attività`,
        newLink: "Nuovo link",
        newLinkFor: (name) => `Nuovo link per ${name}`,
        reset: "Reimposta password",
        resetFor: (name) => `Reimposta la password di ${name}`,
        enable: "Sblocca",
        enableNamed: (name) => `Sblocca ${name}`,
        disable: "Blocca",
        disableNamed: (name) => `Blocca ${name}`,
        optionalName: "Nome (facoltativo)",
        role: "Ruolo",
        roles: {
          member: { label: "Membro", hint: "Vede i siti che scegli." },
          owner: {
            label: "Proprietario",
            hint: "Può fare tutto, anche gestire persone e chiavi.",
          },
        },
      },
      grants: {
        onlyBelow: "Solo qui sotto",
        asAbove: "Come sopra",
        noAccess: "Nessun accesso",
        view: "Lettura",
        edit: "Modifica",
        everything: "Tutti i siti, le persone e le chiavi",
        none: "Ancora nessun sito",
        mayView: (website) => `${website} (lettura)`,
        mayEdit: (website) => `${website} (modifica)`,
        list: (grants) => list(grants, "and"),
      },
      link: {
        invitation: (email) => `Invito per ${email}`,
        reset: (email) => `Link per una nuova password per ${email}`,
        mailed: (email) => `Questo link è stato inviato a ${email}. Puoi anche inviarlo tu.`,
        notMailed: "Nessuna e-mail è stata inviata. Copia questo link e invialo tu.",
        name: "il link",
        hint: (time) =>
          `Viene mostrato solo adesso, si può usare una sola volta ed è valido fino a ${time}.`,
      },
      keys: {
        make: "Crea una chiave",
        makeAction: "Crea chiave",
        none: "Ancora nessuna chiave. Con una chiave, un programma può usare l’API con i permessi che scegli.",
        deleteHint: "Da quel momento i programmi che usano questa chiave vengono rifiutati.",
        isOver: "Scaduta",
        noWebsite: "Non le resta nessun sito, quindi non può fare nulla.",
        websites: (domains) => list(domains, "and"),
        maker: {
          root: () => "Creata da una chiave API del server",
          key: (name) => `Creata dalla chiave ${name}`,
          person: (name) => `Creata da ${name}`,
        },
        neverUsed: "Mai usata",
        lastUsed: (day) => `Ultimo utilizzo: ${day}`,
        expires: (time) => `Scade: ${time}`,
        expired: (time) => `Scaduta: ${time}`,
        name: "Nome",
        nameHint: "A che cosa serve la chiave.",
        rights: "Permessi",
        right: {
          read: { label: "Lettura", hint: "Statistiche e impostazioni." },
          write: {
            label: "Scrittura",
            hint: "Modifiche, oltre a tutto ciò che è compreso in lettura e raccolta.",
          },
          collect: { label: "Raccolta", hint: "Invia molti eventi alla volta." },
          operate: { label: "Supervisione", hint: "Legge le metriche del server." },
        },
        onlySome: "Solo alcuni",
        title: (name) => `La chiave ${name}`,
        once: "Copia ora la chiave. Viene mostrata solo questa volta, perché Footfall non la salva.",
        secretName: "la chiave",
      },
    },
    audit: {
      title: "Registro",
      changes: "Modifiche",
      hint: "Chi ha effettuato l’accesso, e chi ha modificato impostazioni, persone, chiavi e link condivisi. I giorni sono quelli di UTC; le voci vengono conservate per 400 giorni.",
      none: "Nei giorni scelti non è stato modificato nulla.",
      from: "Dal",
      to: "Al",
      rootKey: "Una chiave API del server",
      key: (name) => `La chiave ${name}`,
      nameless: "Qualcuno senza nome",
      sentences: {
        "sign-in": (who, browser) =>
          browser === ""
            ? `${who} ha effettuato l’accesso`
            : `${who} ha effettuato l’accesso, ${browser}`,
        "person.invite": (who, name) => `${who} ha invitato ${name}`,
        "person.sign-up": (who) => `${who} ha effettuato il primo accesso con l’account aziendale`,
        "person.link": (who, name) => `${who} ha creato un link per ${name}`,
        "person.update": (who, name) => `${who} ha modificato ${name}`,
        "person.delete": (who, name) => `${who} ha eliminato ${name}`,
        "key.create": (who, name) => `${who} ha creato la chiave ${name}`,
        "key.update": (who, name) => `${who} ha modificato la chiave ${name}`,
        "key.delete": (who, name) => `${who} ha eliminato la chiave ${name}`,
        "website.create": (who, _name, website) => `${who} ha aggiunto il sito ${website}`,
        "website.update": (who, _name, website) => `${who} ha modificato il sito ${website}`,
        "website.delete": (who, _name, website) => `${who} ha eliminato il sito ${website}`,
        "goal.create": (who, name, website) =>
          `${who} ha aggiunto l’obiettivo ${name} di ${website}`,
        "goal.update": (who, name, website) =>
          `${who} ha modificato l’obiettivo ${name} di ${website}`,
        "goal.delete": (who, name, website) =>
          `${who} ha eliminato l’obiettivo ${name} di ${website}`,
        "funnel.create": (who, name, website) =>
          `${who} ha aggiunto il funnel ${name} di ${website}`,
        "funnel.update": (who, name, website) =>
          `${who} ha modificato il funnel ${name} di ${website}`,
        "funnel.delete": (who, name, website) =>
          `${who} ha eliminato il funnel ${name} di ${website}`,
        "segment.create": (who, name, website) =>
          `${who} ha aggiunto il segmento ${name} di ${website}`,
        "segment.update": (who, name, website) =>
          `${who} ha modificato il segmento ${name} di ${website}`,
        "segment.delete": (who, name, website) =>
          `${who} ha eliminato il segmento ${name} di ${website}`,
        "annotation.create": (who, name, website) =>
          `${who} ha aggiunto la nota “${name}” a ${website}`,
        "annotation.update": (who, name, website) =>
          `${who} ha modificato la nota “${name}” di ${website}`,
        "annotation.delete": (who, name, website) =>
          `${who} ha eliminato la nota “${name}” di ${website}`,
        "share.create": (who, name, website) =>
          `${who} ha creato il link condiviso ${name} di ${website}`,
        "share.update": (who, name, website) =>
          `${who} ha modificato il link condiviso ${name} di ${website}`,
        "share.delete": (who, name, website) =>
          `${who} ha eliminato il link condiviso ${name} di ${website}`,
        "alert.create": (who, name, website) => `${who} ha aggiunto l’avviso ${name} di ${website}`,
        "alert.update": (who, name, website) =>
          `${who} ha modificato l’avviso ${name} di ${website}`,
        "alert.delete": (who, name, website) =>
          `${who} ha eliminato l’avviso ${name} di ${website}`,
        "email_reports.update": (who, _name, website) =>
          website === ""
            ? `${who} ha modificato i propri report e-mail`
            : `${who} ha modificato i report e-mail di ${website}`,
        "webhook.create": (who, name) => `${who} ha aggiunto il webhook ${name}`,
        "webhook.update": (who, name) => `${who} ha modificato il webhook ${name}`,
        "webhook.delete": (who, name) => `${who} ha eliminato il webhook ${name}`,
        "import.create": (who, id, website) =>
          `${who} ha avviato l’importazione ${id} di ${website}`,
        "import.undo": (who, id, website) =>
          `${who} ha annullato l’importazione ${id} di ${website}`,
      },
      ownAccount: (who) => `${who} ha modificato il proprio account`,
      other: (who, kind) => `${who}: ${kind}`,
      otherNamed: (who, kind, name) => `${who}: ${kind}, ${name}`,
      numbered: (id) => `numero ${id}`,
      fields: {
        domain: "Dominio",
        domain_unicode: "Dominio nella grafia originale",
        timezone: "Fuso orario",
        language: "Lingua",
        privacy: "Chi può vedere le statistiche",
        password: "Password",
        has_password: "Ha una password",
        email: "E-mail",
        exclude_bots: "Escludi i bot",
        exclude_ips: "Indirizzi esclusi",
        exclude_params: "Parametri di query esclusi",
        favorited_at: "Preferito dal",
        name: "Nome",
        role: "Ruolo",
        state: "Stato",
        grants: "Siti",
        sign_in: "Modi per accedere",
        may: "Permessi",
        websites: "Siti",
        expires_at: "Scadenza",
        segment_id: "Segmento",
        reports: "Report",
        type: "Tipo di evento",
        value: "Pagina o evento",
        props: "Proprietà",
        within: "Limite di tempo",
        steps: "Passaggi",
        filters: "Filtri",
        public: "Visibile ai visualizzatori",
        date: "Giorno",
        time: "Ora",
        text: "Testo",
        when: "Regola",
        hours: "Ore",
        pause_minutes: "Pausa minima tra due messaggi (minuti)",
        to: "Destinatari",
        enabled: "Attivo",
        day: "Ogni giorno",
        week: "Ogni settimana",
        month: "Ogni mese",
        send_at: "Ora di invio",
        url: "Indirizzo",
        format: "Formato",
        secret: "Segreto",
        has_secret: "Ha un segreto",
        events: "Eventi",
        failed_at: "Disattivato per errori",
      },
      changed: (field) => `${field}: modificato`,
      change: (field, before, after) => `${field}: ${before} → ${after}`,
      nothing: "nessun valore",
      yes: "sì",
      no: "no",
      all: "tutti",
      privacy: ["pubbliche", "private", "con una password"],
      list: (texts) => list(texts, "and"),
    },
    sharing: {
      access: "Accesso",
      who: "Chi può vedere le statistiche",
      privacy: {
        private: {
          label: "Private",
          hint: "Solo le persone che effettuano l’accesso e possono vedere questo sito.",
        },
        password: {
          label: "Password",
          hint: "Chiunque abbia la password può vederle all’indirizzo della pagina, ricavi inclusi.",
        },
        public: {
          label: "Pubbliche",
          hint: "Chiunque può vederle, ricavi inclusi. Con i filtri si potrebbe scoprire che cosa ha fatto un singolo visitatore in un dato giorno.",
        },
      },
      password: "Password",
      newPassword: "Nuova password",
      keepPassword: "Lascia vuoto per mantenere la password attuale.",
      save: "Salva",
      saved: "Salvato.",
      notSaved: "Non salvato. Gli errori sono indicati sopra.",
      addressName: "l’indirizzo della pagina",
      openAsViewer: "Apri come visualizzatore",
      embed: "Incorporamento",
      embedHint: "Incolla questo codice dove devono apparire le statistiche.",
      embedName: "il codice da incorporare",
      frameTitle: (domain) => `Statistiche di ${domain}`,
      ancestors: (domain) =>
        `L’impostazione FRAME_ANCESTORS del server deve contenere l’indirizzo di quella pagina. Per le pagine di ${domain} è:`,
      ancestorsName: "l’impostazione",
      embedNotPublic:
        "Altre pagine possono incorporare le statistiche solo se sono pubbliche. Queste non lo sono.",
      links: "Link condivisi",
      linksHint:
        "Chi ha un link vede le statistiche, qualunque cosa sia scelta sopra. Un segmento o una scelta di report limita ciò che il link mostra.",
      make: "Crea un link",
      makeDone: "Crea link",
      change: (name) => `Modifica ${name}`,
      deleteTitle: (name) => `Eliminare ${name}?`,
      deleteHint:
        "Da quel momento il link non mostra più nulla. Non si può ripristinare; un nuovo link ha un altro indirizzo.",
      neverUsed: "Mai usato",
      lastUsed: (day) => `Ultimo utilizzo: ${day}`,
      withExpiry: (used, time, isOver) =>
        isOver ? `${used}, scaduto: ${time}` : `${used}, scade: ${time}`,
      hasPassword: "Password",
      isOver: "Scaduto",
      openByLink: (name) => `Apri come visualizzatore con il link ${name}`,
      linkName: (name) => `il link ${name}`,
      unnamedSegment: (id) => `segmento ${id}`,
      ofSegment: (reports, segment) => `${reports}, del segmento ${segment}`,
      name: "Nome",
      nameHint: "A chi è destinato il link. Chi lo usa non vede questo nome.",
      segment: "Segmento",
      segmentHint: "Con un segmento, il link mostra solo i suoi visitatori.",
      everybody: "Tutti i visitatori",
      reports: "Report",
      allReports: "Tutti i report",
      someReports: "Solo alcuni",
      optionalPassword: "Password (facoltativa)",
      optionalNewPassword: "Nuova password (facoltativa)",
      removePassword: "Rimuovi la password",
      language: "Con ?lang=it alla fine, l’indirizzo apre la pagina in italiano.",
    },
    tracking: {
      code: "Codice di monitoraggio",
      codeName: "il codice di monitoraggio",
      platforms: "Piattaforma del sito",
      platform: {
        html: "HTML",
        wordpress: "WordPress",
        shopify: "Shopify",
        gtm: "Google Tag Manager",
        next: "Next.js",
      },
      howTo: {
        html: "Incolla questa riga prima di </head> in ogni pagina.",
        wordpress:
          "Incolla questa riga nell’intestazione di tutte le pagine. Può farlo un plugin: in WPCode, il menu Code Snippets contiene Header & Footer, e il suo primo campo è l’intestazione.",
        shopify:
          "In Online Store, Themes, scegli Edit code e incolla questa riga prima di </head> in layout/theme.liquid. Il checkout non fa parte del tema, quindi non viene conteggiato.",
        gtm: "Crea un tag del tipo Custom HTML con questo testo e l’attivatore All Pages, e pubblica il contenitore. I visitatori senza Google Tag Manager, come quelli che lo bloccano, non vengono conteggiati.",
        next: "Inserisci questo elemento nel <body> di app/layout.tsx, con la riga di import qui sopra. I cambi di pagina vengono conteggiati automaticamente.",
      },
      noCookies: "Non imposta cookie.",
      outbound: "Conta i clic sui link ad altri siti",
      downloads: "Conta i download di file",
      local: (domain) =>
        `data-local è presente perché ${domain} è un nome locale, che altrimenti il tracker ignora.`,
      warning: (origin) =>
        `La riga contiene l’indirizzo con cui hai aperto questa pagina: ${origin}. I visitatori devono poter raggiungere Footfall a un indirizzo https pubblico: una pagina https non invia nulla a un indirizzo http. Apri la dashboard a quell’indirizzo, o impostalo in BASE_URL.`,
      firstVisit: "Prima visita",
      waiting: (domain) => `In attesa della prima visita a ${domain} …`,
      localHint:
        "Le pagine sul tuo computer, come localhost, vengono conteggiate solo se la riga contiene data-local.",
      waitingHint: (domain) =>
        `Inserisci il codice di monitoraggio nelle pagine e aprine una. Questa pagina mostra la visita entro cinque secondi, e poi le statistiche di ${domain}.`,
      works: (event) => `Funziona: ${lastEvent(event)}`,
      worksBriefly: "Funziona: la prima visita è stata conteggiata.",
      close: "Chiudi",
      notCounted: "Arrivati, ma non conteggiati",
      otherHost: (number, host) => `${events(number)} da ${host}, un altro sito`,
      bot: (number, name) => {
        const bots = `${count(number)} bot`;
        return name === "" ? bots : `${bots}: ${name}`;
      },
      excluded: (number) =>
        plural(number, {
          one: "1 evento da un indirizzo escluso",
          other: `${count(number)} eventi da indirizzi esclusi`,
        }),
      unknown: (number, domain) =>
        `${events(number)} da ${domain}, un sito che non è stato aggiunto`,
      check: "Verifica del monitoraggio",
      lead: (domain) =>
        `Mostra se gli eventi di ${domain} arrivano, e quali non vengono conteggiati.`,
      settings: "Modifica le regole di conteggio",
      last: (event) => `Ultimo evento: ${lastEvent(event)}`,
      noLast: "Da ieri non è stato conteggiato nessun evento.",
      since: "Non conteggiati da ieri",
      nothingSince: "Tutto ciò che è arrivato da ieri è stato conteggiato.",
      days: "Eventi per giorno",
      day: "Giorno",
      columns: {
        accepted: {
          label: "Conteggiati",
          meaning: "Visualizzazioni di pagina, eventi personalizzati ed eventi di coinvolgimento.",
        },
        bot: { label: "Non conteggiati: bot", meaning: "Il browser dichiara di essere un bot." },
        ip: {
          label: "Indirizzi esclusi",
          meaning: "Non conteggiati: le impostazioni escludono l’indirizzo.",
        },
        hostname: {
          label: "Altri siti",
          meaning: "Non conteggiati: la pagina è su un altro dominio.",
        },
      },
      seconds: (number) => `${count(number)} s`,
      minutes: (number) => `${count(number)} min`,
      hours: (number) => `${count(number)} h`,
    },
    settings: {
      add: "Aggiungi sito",
      domain: "Dominio",
      domainHint:
        "Per esempio example.com, senza porta né percorso. I sottodomini sono inclusi. Il dominio non si può cambiare in seguito.",
      open: "Apri",
      openNamed: (domain) => `Apri ${domain}`,
      timezone: "Fuso orario",
      timezoneNew: "I giorni iniziano a mezzanotte in questo fuso orario. Cerca per città o paese.",
      timezoneChange:
        "I giorni iniziano a mezzanotte in questo fuso orario. I giorni prima di una modifica mantengono i loro numeri.",
      timezoneOffset: (offset) => `Attualmente ${offset}.`,
      timezoneOption: (city, country) => (country === "" ? city : `${city}, ${country}`),
      timezonesFound: (number) =>
        number === 0 ? "Nessun fuso orario trovato." : `Fusi orari trovati: ${count(number)}.`,
      timezoneNone:
        "Nessuna città o paese inizia così. Puoi scrivere il nome di qualsiasi fuso orario IANA.",
      counting: "Che cosa viene conteggiato",
      aliases: "Alias",
      aliasesHint:
        "Vecchi domini e ID che il sito ha in altri prodotti: al massimo 20, uno per riga. I tracker che li usano funzionano, e le pagine su questi domini vengono conteggiate.",
      bots: "Escludi i bot",
      botsHint: "I bot si riconoscono dal nome del loro browser.",
      addresses: "Indirizzi esclusi",
      addressesHint:
        "Le visite da questi indirizzi e intervalli IP non vengono conteggiate. Un indirizzo o intervallo per riga.",
      yours: (ip) => `Il tuo è ${ip}`,
      yoursIsThere: (ip, isSaved) =>
        isSaved ? `Il tuo, ${ip}, è escluso.` : `Il tuo, ${ip}, sarà escluso dopo il salvataggio.`,
      addYours: "Aggiungi",
      addYoursNamed: (ip) => `Aggiungi ${ip}`,
      dropParams: "Rimuovi dagli indirizzi ciò che segue il “?”",
      dropParamsHint:
        "Le campagne e gli ID dei clic vengono comunque riconosciuti. Segreti e indirizzi e-mail non vengono mai salvati.",
      params: "Rimuovi solo questi parametri",
      paramsHint: "Uno per riga. Un * alla fine sta per qualsiasi testo.",
      language: "Lingua delle e-mail",
      languageHint: "Report e-mail, avvisi e messaggi dei webhook destinati alle persone.",
      notifications: {
        title: "Report e-mail e avvisi",
        hint: "E-mail ogni settimana o ogni mese, e messaggi quando succede qualcosa di insolito.",
        open: "Configura report e avvisi",
      },
      moving: {
        title: "Importazione ed esportazione",
        hint: "Importa i dati storici da un altro prodotto, o esporta i tuoi eventi.",
        open: "Importa ed esporta",
      },
      remove: "Eliminazione",
      removeHint: (domain) => `Elimina definitivamente ${domain} e tutte le sue statistiche.`,
      removeOpen: "Elimina il sito …",
      removeTitle: (domain) => `Eliminare ${domain}?`,
      removeWarning:
        "Il sito e tutte le sue statistiche saranno eliminati. L’operazione non si può annullare.",
      removeConfirm: (domain) => `Scrivi ${domain} per confermare`,
      removeCancel: "Annulla",
      removeFinally: "Elimina definitivamente",
      mayNotWrite: "Puoi vedere questo sito, ma non modificarlo.",
      save: "Salva",
      saved: "Salvato.",
      savedCounting: "Salvato. Le regole di conteggio valgono da ora.",
      notSaved: "Non salvato. Gli errori sono indicati sopra.",
    },
  };
};
