import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Italian: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"it">): MessageTables => {
  const rows = (number: number) =>
    plural(number, { one: `${count(number)} riga`, other: `${count(number)} righe` });
  const days = (number: number) =>
    plural(number, { one: `${count(number)} giorno`, other: `${count(number)} giorni` });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} giorni`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} ore`;
    return plural(minutes, { one: "1 minuto", other: `${count(minutes)} minuti` });
  };
  const shares: Readonly<Record<string, string>> = {
    "0.75": "tre quarti",
    "0.5": "metà",
    "0.25": "un quarto",
    "0.1": "un decimo",
  };
  const shareText = (share: number) => shares[share] ?? percent(share);
  /** "di" with the article that the spoken number needs: lo 0%, l’1%, l’8%, l’11%, l’80%. */
  const ofText = (text: string) => {
    if (text.startsWith("0")) return `dello ${text}`;
    return /^(?:8|11?\D)/.test(text) ? `dell’${text}` : `del ${text}`;
  };
  const lessThan = (share: number) => {
    if (share === 0.5) return "meno della metà";
    return shares[share] === undefined
      ? `meno ${ofText(percent(share))}`
      : `meno di ${shareText(share)}`;
  };
  const times = {
    day: "ogni giorno",
    week: "ogni lunedì",
    month: "il primo di ogni mese",
  };
  const timesText = (periods: readonly (keyof typeof times)[]) =>
    list(
      periods.map((period) => times[period]),
      "and",
    );
  const named = ({ file, why }: { readonly file: string; readonly why: string }) =>
    `${file}: ${why}`;

  return {
    "field-errors": {
      required: "Compila questo campo.",
      required_password: "Imposta una password: senza password nessuno può vedere le statistiche.",
      text: "Inserisci un testo.",
      text_length: ({ min, max }) => `Usa da ${min} a ${max} caratteri.`,
      text_max: ({ max }) => `Usa al massimo ${max} caratteri.`,
      characters_max: ({ max }) => `Usa al massimo ${max} caratteri.`,
      hidden_characters:
        "Non sono ammessi caratteri di controllo né quelli che cambiano la direzione del testo.",
      lines_max: ({ max }) => `Sono possibili al massimo ${max} righe.`,
      no_email: "La password non può essere l’indirizzo e-mail.",
      email: ({ max }) => `Inserisci un solo indirizzo e-mail, di al massimo ${max} caratteri.`,
      email_taken: "Questo indirizzo e-mail è già in uso.",
      password_of_now: "Inserisci la password attuale.",
      password_wrong: "Non è la password attuale.",
      link_over: "Questo link non è più valido. Chiedine uno nuovo a un proprietario.",
      last_owner: "Deve esserci almeno un proprietario attivo.",
      person_disabled: "Questa persona è bloccata.",
      grants_max: ({ max }) =>
        `Una persona può avere permessi su al massimo ${max} siti. Assegna invece un permesso su tutti i siti.`,
      people_max: ({ max }) => `Sono possibili al massimo ${max} persone.`,
      keys_max: ({ max }) => `Sono possibili al massimo ${max} chiavi.`,
      domain: "Inserisci un nome di dominio, come example.com, senza porta né percorso.",
      domain_taken: "Questo sito è già presente.",
      aliases: ({ max }) =>
        `Sono possibili al massimo ${max} alias. Possono contenere lettere, cifre, punti, trattini e trattini bassi.`,
      alias_taken: ({ name }) => `Un altro sito ha già il nome ${name}.`,
      timezone: "Scegli un fuso orario dall’elenco, come Europe/Rome.",
      param_name: ({ name }) =>
        `“${name}” non è il nome di un parametro di query. Un nome può terminare con *.`,
      ip: ({ text }) => `“${text}” non è un indirizzo IP, né un intervallo come 203.0.113.0/24.`,
      date: "Scegli un giorno esistente.",
      time_of_day: "Inserisci un’ora, come 09:30.",
      time_in_future: "Scegli un momento nel futuro.",
      time_past: "Scegli un momento nel futuro.",
      name_taken: "Questo nome è già in uso.",
      segment_missing: "Questo segmento non esiste più.",
      segment_broken:
        "Un filtro di questo segmento non funziona più, perché il suo obiettivo o funnel è stato eliminato.",
      matcher_exclamation: "Il testo non può iniziare con !. Per il carattere stesso scrivi \\!.",
      matcher_tilde: "Scrivi un testo dopo ~.",
      matcher_value: "Inserisci un testo, un numero, true o false.",
      matcher_props: ({ max }) => `Sono possibili al massimo ${max} proprietà.`,
      steps: ({ min, max }) => `Un funnel ha da ${min} a ${max} passaggi.`,
      files_max: ({ max }) => `Sono possibili al massimo ${max} file.`,
      file_names: ({ max }) => `Il nome di un file può avere al massimo ${max} caratteri.`,
      files_empty: "I file sono vuoti. Scegli il prodotto da cui provengono.",
      file_unknown: ({ name }) =>
        `Il formato di ${name} è sconosciuto. Scegli il prodotto da cui proviene.`,
      alert_recipients: ({ max }) => `Scegli da 1 a ${max} persone, webhook o indirizzi.`,
      report_recipients: ({ max }) => `Sono possibili al massimo ${max} indirizzi.`,
      recipient_person: "Questa persona non può vedere il sito.",
      recipient_webhook: "Questo webhook non esiste più.",
      goal_missing: "Questo obiettivo non esiste più.",
      http_url: "Inserisci un indirizzo che inizia con https:// o http://.",
      url_user: "L’indirizzo non può contenere un nome utente né una password.",
      webhooks_max: ({ max }) => `Sono possibili al massimo ${max} webhook.`,
      two_hours: "Scegli due ore diverse.",
      integer: ({ min, max }) => `Inserisci un numero intero da ${min} a ${max}.`,
      number: ({ min, max }) => `Inserisci un numero da ${min} a ${max}.`,
      compared_window: ({ min }) => `Scegli almeno ${min} minuti.`,
      clock: "Inserisci un’ora, come 09:30.",
      secret: ({ max }) => `Usa al massimo ${max} caratteri.`,
      api_key: "Inserisci una chiave API.",
      key_rights: "Scegli almeno un permesso.",
      key_websites: ({ max }) => `Scegli da 1 a ${max} siti, oppure tutti.`,
      grants: ({ max }) =>
        `Una persona può avere permessi su al massimo ${max} siti. Assegna invece un permesso su tutti i siti.`,
      share_reports: "Scegli almeno un report.",
      to_before_from: "Il primo giorno non può essere dopo l’ultimo.",
      filter_empty: "Un filtro non ha un valore.",
      filter_goal: "Questo obiettivo non esiste più.",
      filter_step: "Questo passaggio di un funnel non esiste più.",
      filters_max: ({ max }) => `Tutti i filtri insieme possono avere al massimo ${max} valori.`,
      segment_values: ({ max }) =>
        `Il segmento e i filtri insieme possono avere al massimo ${max} valori.`,
      segment_filters: ({ max }) => `Un segmento ha da 1 a ${max} filtri.`,
      goal_watched: ({ name }) => `L’avviso “${name}” riguarda questo obiettivo.`,
      webhook_named: ({ name, domain }) =>
        `L’avviso “${name}” di ${domain} informa questo webhook.`,
      segment_shared: ({ name }) => `Il link condiviso “${name}” mostra questo segmento.`,
      definitions_max: ({ max }) => `Sono possibili al massimo ${max} per sito.`,
      definition_size: "È troppo grande per essere salvato.",
      definitions_size:
        "Obiettivi, funnel, segmenti e simili di questo sito sono nel complesso troppo grandi. Eliminane alcuni.",
      no_mail_server:
        "Questo server non può ancora inviare e-mail, perché nessun server di posta è configurato.",
      key_address: "Inserisci un indirizzo, perché una chiave non ne ha.",
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
        "access-log": "Log di accesso",
      },
      rows,
      import: "Importazione",
      hint: (domain, timezone) =>
        `Porta in ${domain} i dati storici di un altro prodotto o dei log di accesso. I giorni sono quelli del fuso orario ${timezone}. I giorni che hanno già statistiche restano come sono.`,
      filesToImport: "File da importare",
      files: "File",
      filesHint:
        "Scegline uno o più, o trascinali qui: così come sono stati esportati, anche come ZIP o gzip.",
      chosenFiles: "File scelti",
      source: "Prodotto",
      anySource: "Rileva automaticamente",
      websiteId: "ID del sito",
      websiteIdHint: "L’ID in Umami. Serve se i file contengono più siti.",
      check: "Controlla",
      progress: "Avanzamento",
      rowsRead: (number) =>
        plural(number, {
          one: `${count(number)} riga letta`,
          other: `${count(number)} righe lette`,
        }),
      sendingForCheck: "Invio dei file per il controllo.",
      sending: "Invio dei file.",
      checking: "Controllo dei file. Non viene ancora importato nulla.",
      begun: "L’importazione è iniziata. Continua anche se lasci questa pagina.",
      importedBefore:
        "Questi file sono già stati importati. La loro importazione è nell’elenco qui sotto.",
      result: "Risultato del controllo",
      cannotBeImported: "Questi file non si possono importare",
      wouldDo: "Che cosa farebbe l’importazione",
      nothingToImport: "Non c’è nulla da importare",
      report: {
        from: "Da",
        totalsOf: (source) => `${source}, totali giornalieri`,
        eventsOf: (source) => `${source}, eventi`,
        days: "Giorni",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Aggiunti ai giorni presenti",
        noDays: "Nessuno",
        daysLeft: "Giorni esclusi",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} ha già statistiche`,
              other: `${days(number)} hanno già statistiche`,
            }),
          imported: (number) =>
            plural(number, {
              one: `${days(number)} proviene da un’altra importazione`,
              other: `${days(number)} provengono da un’altra importazione`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} non è ancora terminato`,
              other: `${days(number)} non sono ancora terminati`,
            }),
        },
        rowsRead: "Righe lette",
        rowsImported: "Righe importate",
        rowsSkipped: "Righe saltate",
        skipped: {
          broken: (number) =>
            plural(number, {
              one: `${rows(number)} non era leggibile`,
              other: `${rows(number)} non erano leggibili`,
            }),
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} era già presente`,
              other: `${rows(number)} erano già presenti`,
            }),
          bot: (number) =>
            plural(number, {
              one: `${rows(number)} proveniva da un bot`,
              other: `${rows(number)} provenivano da bot`,
            }),
          ip: (number) =>
            plural(number, {
              one: `${rows(number)} proveniva da un indirizzo escluso`,
              other: `${rows(number)} provenivano da indirizzi esclusi`,
            }),
          hostname: (number) =>
            plural(number, {
              one: `${rows(number)} appartiene a un altro host`,
              other: `${rows(number)} appartengono a un altro host`,
            }),
          day_left: (number) =>
            plural(number, {
              one: `${rows(number)} è di un giorno che resta com’è`,
              other: `${rows(number)} sono di giorni che restano come sono`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${rows(number)} è di un giorno non ancora terminato`,
              other: `${rows(number)} sono di giorni non ancora terminati`,
            }),
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} non è una visualizzazione di pagina né un evento`,
              other: `${rows(number)} non sono visualizzazioni di pagina né eventi`,
            }),
          visitor: (number) =>
            plural(number, {
              one: `${rows(number)} non ha l’ID del visitatore`,
              other: `${rows(number)} non hanno l’ID del visitatore`,
            }),
          time: (number) =>
            plural(number, {
              one: `${rows(number)} ha un orario impossibile`,
              other: `${rows(number)} hanno un orario impossibile`,
            }),
        },
        skippedFor: (number, reason) => `${rows(number)}: ${reason}`,
        unknown: "Grafie sconosciute",
        unknownHint: "Contano come (sconosciuto), con il numero delle loro righe.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join(", ")}`,
        notRead: "File non letti",
        totalsHint:
          "Questi sono totali giornalieri. Filtri, obiettivi, funnel, percorsi e ricavi non sono disponibili per questi giorni. Il fuso orario dell’esportazione deve essere quello del sito.",
        visitorsHint: "I visitatori vengono conteggiati per giorno, come ovunque in Footfall.",
      },
      list: {
        title: "Importazioni",
        none: "Non è stato ancora importato nulla.",
        status: {
          running: "In corso",
          done: "Completata",
          failed: "Non riuscita",
          deleting: "Annullamento in corso",
        },
        isRunning: "Un’importazione è in corso.",
        isBeingUndone: "Un’importazione è in fase di annullamento.",
        isUndone: "L’importazione è stata annullata.",
        isDone: (source) => `L’importazione da ${source} è completata.`,
        hasFailed: (source) => `L’importazione da ${source} non è riuscita.`,
        removing: "I suoi dati vengono rimossi.",
        addedNothing: "Non ha aggiunto nulla.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "nessun file",
        filesAndMore: (name, others) =>
          plural(others, {
            one: `${name} e un altro`,
            other: `${name} e altri ${count(others)}`,
          }),
        undo: { running: "Interrompi", done: "Annulla", failed: "Rimuovi" },
        undoNamed: {
          running: (id, source) => `Interrompi l’importazione ${id} da ${source}`,
          done: (id, source) => `Annulla l’importazione ${id} da ${source}`,
          failed: (id, source) => `Rimuovi l’importazione ${id} da ${source}`,
        },
        report: "Report",
        reportOf: (id) => `Report dell’importazione ${id}`,
        statistics: "Statistiche",
        statisticsOf: (id) => `Statistiche dei giorni dell’importazione ${id}`,
      },
      undo: {
        keep: "Mantieni",
        stop: {
          title: (source) => `Interrompere l’importazione da ${source}?`,
          text: "L’importazione si interrompe, e tutto ciò che ha aggiunto viene rimosso.",
          button: "Interrompi",
        },
        remove: {
          title: (source) => `Rimuovere l’importazione da ${source}?`,
          button: "Rimuovi",
          nothing: "Non ha aggiunto nulla. Viene rimossa solo questa voce.",
          nothingButton: "Rimuovi la voce",
        },
        undo: {
          title: (source) => `Annullare l’importazione da ${source}?`,
          button: "Annulla importazione",
        },
        rows: (number) =>
          plural(number, {
            one: `${rows(number)} sarà rimossa dalle statistiche. Ciò che Footfall ha raccolto da sé resta. Gli stessi file si possono importare di nuovo.`,
            other: `${rows(number)} saranno rimosse dalle statistiche. Ciò che Footfall ha raccolto da sé resta. Gli stessi file si possono importare di nuovo.`,
          }),
        rowsOfDays: (number, dayCount, range) =>
          plural(number, {
            one: `${rows(number)} di ${days(dayCount)} (${range}) sarà rimossa dalle statistiche. Ciò che Footfall ha raccolto da sé resta. Gli stessi file si possono importare di nuovo.`,
            other: `${rows(number)} di ${days(dayCount)} (${range}) saranno rimosse dalle statistiche. Ciò che Footfall ha raccolto da sé resta. Gli stessi file si possono importare di nuovo.`,
          }),
      },
      failures: {
        IMPORT_RUNNING:
          "Un’altra importazione di questo sito è in corso, in fase di controllo o di annullamento. Attendi che finisca e riprova.",
        BODY_TOO_LARGE:
          "I file sono più grandi di quanto il server accetti. Il limite è la sua impostazione IMPORT_BYTES_MAX.",
        UNSUPPORTED_MEDIA_TYPE:
          "Il server non ha accettato i file. Forse un proxy ha modificato la richiesta.",
        NOT_FOUND: "Questa importazione non esiste più.",
        BROKEN_OFF:
          "Il caricamento si è interrotto. Forse il server non è disponibile, i file superano il suo limite o sono cambiati.",
      },
      export: {
        title: "Esportazione",
        hint: (domain) => `Scarica tutti gli eventi di ${domain} con tutti i campi salvati.`,
        from: "Dal",
        to: "Al",
        format: "Formato",
        formats: {
          ndjson: "NDJSON, importabile di nuovo",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Download in corso.",
        downloaded: "Scaricato.",
        download: "Scarica",
      },
    },
    notifications: {
      send: "Invia un test",
      sendNamed: (name) => `Invia un test: ${name}`,
      sending: "Invio in corso …",
      sent: (to) => `${to}: inviato.`,
      notSent: (to, problem) => `${to}: non inviato. Il motivo: ${problem}`,
      toMe: "Il tuo indirizzo",
      changeNamed: (name) => `Modifica ${name}`,
      deleteTitle: (name) => `Eliminare ${name}?`,
      name: "Nome",
      off: "Disattivato",
      mayNotWrite: "Puoi vedere questo sito, ma non modificarlo.",
      noMail: {
        title: "Nessun server di posta configurato",
        text: "Finché non ce n’è uno, nessuno riceve e-mail. Chi gestisce questo server deve impostare SMTP_URL, REPORT_FROM e BASE_URL, per esempio come qui sotto, e riavviare Footfall.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "Ulteriori informazioni sui report e-mail",
        short:
          "Questo server non può ancora inviare e-mail, perché nessun server di posta è configurato.",
      },
      recipients: {
        title: "Chi viene avvisato",
        me: (email) => `Io, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `persona ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `webhook ${id}`,
        addresses: "Indirizzi e-mail",
        moreAddresses: "Altri indirizzi e-mail",
        addressesHint: "Uno per riga.",
        none: "Scegli qualcuno o inserisci un indirizzo.",
        wrong: (name, error) => `${name}: ${error}`,
      },
      reports: {
        title: "Report e-mail",
        hint: "Un’e-mail con i visitatori, le pagine, le sorgenti e gli obiettivi del periodo precedente, e le loro variazioni.",
        periods: { day: "Ogni giorno", week: "Ogni settimana", month: "Ogni mese" },
        periodsTitle: "Con quale frequenza",
        sendAt: "Ora",
        sendAtHint: (zone) => `Nel fuso orario del sito, ${zone}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            one: "Uno per riga. Se il campo è vuoto, i report vanno all’indirizzo in REPORT_TO del server.",
            other: `Uno per riga. Se il campo è vuoto, i report vanno ai ${count(number)} indirizzi in REPORT_TO del server.`,
          }),
        off: "Nessuno riceve report, perché nessuna frequenza è selezionata.",
        plan: (to, when, time) =>
          `Un’e-mail viene inviata ${timesText(when)} alle ${time}. Destinatari: ${list(to, "and")}.`,
        defaults: (number) =>
          plural(number, {
            one: "l’indirizzo in REPORT_TO",
            other: `i ${count(number)} indirizzi in REPORT_TO`,
          }),
        nobody: "Inserisci almeno un indirizzo.",
        last: {
          none: "Negli ultimi 60 giorni non è stato inviato nessun report.",
          sent: (time) => `Ultimo report inviato: ${time}.`,
          failed: (time, problem) =>
            `L’ultimo report non è stato inviato (${time}). Il motivo: ${problem}`,
        },
      },
      mine: {
        title: "Report e-mail di tutti i siti",
        hint: "Un’e-mail per te con i visitatori e le visualizzazioni di pagina di tutti i siti che vedi, al massimo 200.",
        timezone: "Fuso orario",
        off: "Non ricevi questa e-mail, perché nessuna frequenza è selezionata.",
        plan: (email, when, time, zone) =>
          `Un’e-mail viene inviata a ${email} ${timesText(when)} alle ${time}, nel fuso orario ${zone}.`,
      },
      alerts: {
        title: "Avvisi",
        hint: "Un messaggio quando succede qualcosa di insolito, e un altro quando è terminato.",
        none: "Non ci sono ancora avvisi.",
        add: "Aggiungi un avviso",
        addAction: "Aggiungi avviso",
        added: "L’avviso è attivo. Invia un test per vedere se arriva.",
        deleteHint: "Non avviserà più nessuno.",
        firingSince: (time) => `Scattato: ${time}`,
        firing: "Scattato",
        quietSince: (time) => `Tutto tranquillo da: ${time}.`,
        quiet: "Tutto tranquillo, non è ancora scattato.",
        isOff: "È disattivato.",
        last: {
          sent: (time) => `L’ultimo messaggio è stato inviato il ${time}.`,
          failed: (time, problem) =>
            `L’ultimo messaggio, del ${time}, non è arrivato a tutti. Il motivo: ${problem}`,
        },
        when: "Avvisami quando",
        kinds: {
          silence: {
            option: "non arriva nulla",
            name: "Non arriva nulla",
            hint: "Forse il sito non è raggiungibile, o manca il suo codice di monitoraggio. Se di notte non viene nessuno, scegli una fascia oraria qui sotto.",
          },
          usualAbove: {
            option: "il valore è più alto del solito",
            name: "Più del solito",
            hint: "Rispetto alla mediana delle stesse ore di questo giorno della settimana nelle ultime quattro settimane. Servono i dati di due settimane.",
          },
          usualBelow: {
            option: "il valore è più basso del solito",
            name: "Meno del solito",
            hint: "Rispetto alla mediana delle stesse ore di questo giorno della settimana nelle ultime quattro settimane. Servono i dati di due settimane.",
          },
          above: { option: "il valore supera una soglia", name: "Sopra una soglia", hint: "" },
          below: { option: "il valore è sotto una soglia", name: "Sotto una soglia", hint: "" },
          goal: {
            option: "un obiettivo viene raggiunto",
            name: "Un obiettivo viene raggiunto",
            hint: "",
          },
          other: { option: "com’è ora", name: "Avviso", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Più ${noun} del solito`,
          usualBelow: (noun) => `Meno ${noun} del solito`,
          above: (noun, number) => `Più di ${number} ${noun}`,
          below: (noun, number) => `Meno di ${number} ${noun}`,
          goal: (goal) => `L’obiettivo ${goal} viene raggiunto`,
        },
        measure: "Metrica",
        measures: {
          visitors: "Visitatori",
          pageviews: "Visualizzazioni di pagina",
          events: "Eventi personalizzati",
        },
        measureOfGoal: (goal) => `Obiettivo ${goal}`,
        nouns: {
          visitors: (number) => plural(number, { one: "visitatore", other: "visitatori" }),
          pageviews: (number) =>
            plural(number, {
              one: "visualizzazione di pagina",
              other: "visualizzazioni di pagina",
            }),
          events: (number) =>
            plural(number, { one: "evento personalizzato", other: "eventi personalizzati" }),
        },
        nounOfGoal: (goal, number) =>
          plural(number, {
            one: `evento dell’obiettivo ${goal}`,
            other: `eventi dell’obiettivo ${goal}`,
          }),
        unknownGoal: (id) => `numero ${id} (eliminato)`,
        goal: "Obiettivo",
        silentFor: "Per",
        window: "Nell’arco di",
        minutes: minutesText,
        more: "Più di",
        fewer: "Meno di",
        least: "Almeno quante volte",
        timesAbove: "Più di",
        timesBelow: "Meno di",
        times: (factor) => `${decimal(factor)} volte il solito`,
        share: (share) => `${shareText(share)} del solito`,
        someHours: "Solo in una certa fascia oraria",
        from: "Dalle",
        until: "Alle",
        pause: "Al massimo una volta ogni",
        isOn: "L’avviso è attivo",
        does: {
          silence: (minutes) =>
            `Invia un messaggio quando non arriva nulla per ${minutesText(minutes)}.`,
          usualAbove: (noun, factor, minutes) =>
            `Invia un messaggio quando in ${minutesText(minutes)} il numero di ${noun} è superiore a ${decimal(factor)} volte quello abituale.`,
          usualBelow: (noun, share, minutes) =>
            `Invia un messaggio quando in ${minutesText(minutes)} il numero di ${noun} è ${lessThan(share)} di quello abituale.`,
          above: (noun, number, minutes) =>
            `Invia un messaggio quando in ${minutesText(minutes)} si arriva a più di ${number} ${noun}.`,
          below: (noun, number, minutes) =>
            `Invia un messaggio quando in ${minutesText(minutes)} non si arriva a ${number} ${noun}.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Invia un messaggio quando l’obiettivo ${goal} viene raggiunto in ${minutesText(minutes)}.`,
              other: `Invia un messaggio quando l’obiettivo ${goal} viene raggiunto ${count(number)} volte in ${minutesText(minutes)}.`,
            }),
          other: "Invia un messaggio secondo una regola impostata da un programma.",
        },
        hours: (from, until, zone) =>
          `Controlla solo dalle ${from} alle ${until}, nel fuso orario ${zone}.`,
        goesTo: (to) => `Destinatari: ${list(to, "and")}.`,
        over: (minutes) =>
          `Avvisa al massimo una volta ogni ${minutesText(minutes)}, e di nuovo quando è terminato.`,
      },
      webhooks: {
        title: "Webhook",
        hint: "Un webhook è un indirizzo che Footfall chiama: un canale di Slack o Discord, o un tuo programma. Vale per tutti i siti.",
        none: "Non ci sono ancora webhook.",
        add: "Aggiungi un webhook",
        addAction: "Aggiungi webhook",
        added: "Il webhook è attivo. Invia un test per vedere se arriva.",
        deleteHint: "Footfall non lo chiama più. Gli avvisi che lo usano lo ignorano.",
        url: "Indirizzo",
        urlHint:
          "Inizia con https://. Slack e Discord lo mostrano dove si aggiunge un webhook in entrata.",
        format: "Formato",
        formats: { json: "JSON, per un programma", slack: "Slack", discord: "Discord" },
        events: "Che cosa riceve da tutti i siti",
        eventsHint: "Gli avvisi scelgono da sé i loro webhook.",
        eventNames: {
          report: "I report quando è il momento di inviarli",
          import: "Le importazioni che terminano",
          goal: "Gli obiettivi raggiunti",
        },
        gets: { report: "report", import: "importazioni terminate", goal: "obiettivi" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Riceve gli avvisi che lo usano.`
            : `${form}. Riceve gli avvisi che lo usano e, da tutti i siti, ${list(gets, "and")}.`,
        secret: "Segreto (facoltativo)",
        secretHint:
          "Le richieste vengono firmate con questo segreto, così il programma sa che provengono da qui. Non verrà più mostrato.",
        secretKeep: "Ce n’è già uno. Lascia vuoto per mantenerlo.",
        secretRemove: "Rimuovi il segreto",
        isOn: "Il webhook è attivo",
        failed: (time) =>
          `Disattivato (${time}), perché da una settimana le chiamate non riuscivano.`,
        last: {
          none: "Non è stato chiamato negli ultimi 60 giorni.",
          sent: (time) => `Ultima chiamata arrivata: ${time}.`,
          failed: (time, problem) =>
            `L’ultima chiamata non è riuscita (${time}). Il motivo: ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed: "È compresso con bzip2, xz o zstd. Decomprimilo, o comprimilo con gzip.",
        classic_balancer:
          "È il log di un Classic Load Balancer. Importa i log dei server che ci stanno dietro.",
        s3: "È il log di un bucket S3. Importa i log della CDN che ci sta davanti.",
        iso_times: "Gli orari sono in ISO 8601. Registra $time_local con nginx, o %t con Apache.",
        matomo_report:
          "È un report di Matomo. Importa quello che Live.getLastVisitsDetails risponde come JSON.",
        swetrix:
          "È un’esportazione di Swetrix, che non ha giorni. Importa i log di accesso del server.",
        rybbit:
          "Le esportazioni di Rybbit non si possono leggere. Importa i log di accesso del server.",
        posthog: ({ path }) => `Contiene eventi di PostHog. Inviali a POST ${path}.`,
        cloudflare_analytics:
          "È una risposta di Cloudflare Web Analytics. Importa http_requests di Logpush.",
        no_format: ({ formats }) =>
          `Le prime righe non hanno nessuno di questi formati: ${formats}.`,
        lines_broken: ({ broken, lines }) => `${broken} righe su ${lines} sono danneggiate.`,
        cloudflare_fields: ({ fields }) =>
          `Nelle righe manca: ${fields}. Aggiungilo ai campi del job di Logpush.`,
        w3c_no_fields: "Non inizia con #Fields.",
        w3c_fields: ({ fields }) =>
          `In #Fields manca: ${fields}. Aggiungilo ai campi che il server registra.`,
        haproxy_captures:
          "Le intestazioni catturate non iniziano con lo User-Agent. Cattura le intestazioni di richiesta User-Agent, Referer e Host, in quest’ordine.",
        agents_combined:
          "Mancano gli User-Agent. Il server deve registrare nel formato “combined”, che li contiene.",
        agents_caddy:
          "Mancano gli User-Agent. Nessun filtro della direttiva “log” deve eliminare request>headers>User-Agent.",
        agents_traefik:
          "Mancano gli User-Agent. Imposta accessLog.fields.headers.names.User-Agent su “keep”.",
        agents_w3c:
          "Mancano gli User-Agent. Aggiungi cs(User-Agent) ai campi che il server registra.",
        agents_alb:
          "Mancano gli User-Agent. I load balancer li registrano sempre, quindi le righe sono state modificate.",
        agents_cloudflare:
          "Mancano gli User-Agent. Aggiungi ClientRequestUserAgent ai campi del job di Logpush.",
        agents_nginx:
          'Mancano gli User-Agent. Aggiungi "http_user_agent":"$http_user_agent" a log_format.',
        agents_haproxy:
          "Mancano gli User-Agent. Cattura le intestazioni di richiesta User-Agent, Referer e Host, in quest’ordine.",
        permission: "Footfall non ha il permesso di leggerlo.",
        directory: "È una directory.",
        empty_directory: "Non contiene nessun file.",
        no_file: "Questo file non esiste.",
        gzip_cut: "I dati gzip finiscono troppo presto.",
        gzip_corrupt: "I dati gzip sono danneggiati.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `Non è possibile leggere ${file}: ${text}`,
        file_stopped: ({ file, why }) => `${file}: ${why} Non è stato importato nulla.`,
        file: named,
        gzip_broken: ({ file }) => `I dati gzip di ${file} sono danneggiati.`,
        no_zip: ({ file }) => `${file} non è un archivio ZIP.`,
        zip_broken: ({ file }) => `L’archivio ZIP ${file} è danneggiato o incompleto.`,
        entry_forbidden: ({ entry, file }) => `Il nome “${entry}” in ${file} non è consentito.`,
        entry_encrypted: ({ entry, file }) => `“${entry}” in ${file} è cifrato.`,
        entry_method: ({ entry, file }) =>
          `“${entry}” in ${file} non è compresso con “store” né con “deflate”.`,
        entry_twice: ({ entry, file }) => `“${entry}” è due volte in ${file}.`,
        entry_broken: ({ entry, file }) =>
          `I dati di “${entry}” in ${file} sono danneggiati o incompleti.`,
        entry_other: ({ entry, file }) =>
          `Il contenuto di “${entry}” non è quello indicato dall’indice di ${file}.`,
        zip_encrypted: ({ file }) => `${file} è cifrato.`,
        zip_entries: ({ file, max }) => `${file} contiene più di ${max} file.`,
        zip_entry_bytes: ({ file, max }) => `Un file in ${file} supera ${max} byte.`,
        zip_bytes: ({ file, max }) => `${file} supera ${max} byte una volta decompresso.`,
        zip_name: ({ file }) => `Un nome o un commento in ${file} è troppo lungo.`,
        zip_overlap: ({ file }) => `In ${file} ci sono file che si sovrappongono.`,
        zip_empty: ({ file }) => `${file} non contiene file.`,
        half_broken: ({ file }) => `Più della metà delle righe di ${file} è danneggiata.`,
        rows_broken: ({ broken, rows, file }) =>
          `${broken} righe su ${rows} di ${file} sono danneggiate. Non è stato importato nulla.`,
        other_days: ({ file, day }) =>
          `La maggior parte delle righe di ${file} è di giorni che imported_visitors non ha, come ${day}.`,
        columns: ({ file, columns }) => `In ${file} mancano colonne: ${columns}.`,
        same_table: ({ file, other }) => `${file} e ${other} sono la stessa tabella.`,
        tables: ({ file, max }) => `${file} contiene più di ${max} tabelle.`,
        json_list: ({ file }) => `${file} non è un elenco in JSON.`,
        json_end: ({ file }) => `${file} finisce a metà dell’elenco.`,
        plausible_visitors: "Manca la tabella imported_visitors.",
        umami_events: "Manca website_event.csv.",
        umami_totals: ({ file }) =>
          `${file} fa parte dell’esportazione dei totali di Umami, che non ha date. Importa l’esportazione dei dati, che contiene website_event.csv.`,
        umami_website: ({ websites }) =>
          `I file contengono più siti. Inserisci l’ID di uno di essi: ${websites}.`,
        umami_other_website: ({ websites }) =>
          `I file non contengono questo sito. Contengono: ${websites}.`,
        goatcounter: "Nessun file ha la colonna 2Path di GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} è un’esportazione di GoatCounter in versione ${version}. Si può importare solo la versione 2.`,
        simple_analytics: "Nessun file ha le colonne added_iso e path di Simple Analytics.",
        matomo_error: ({ file }) => `${file} è un messaggio di errore di Matomo.`,
        matomo: ({ file }) => `${file} non è un elenco di visite di Matomo.`,
        footfall: ({ file }) => `${file} non è un’esportazione di Footfall in NDJSON.`,
        ga4_list: ({ file }) => `${file} è un elenco. Esporta in NDJSON, con un evento per riga.`,
        ga4: ({ file }) => `${file} non contiene eventi di Google Analytics 4 in NDJSON.`,
        ga4_days:
          "Nessuna tabella ha i numeri dei giorni. Esporta la data con utenti attivi, sessioni e visualizzazioni, in inglese.",
        fathom_days:
          "Nessuna tabella ha i numeri dei giorni. Aggiungi Site.csv, o un’esportazione senza suddivisione.",
        option: "I file di questo prodotto non richiedono l’ID di un sito.",
        report_too_large: "Il report dell’importazione è diventato troppo grande.",
        files_gone: "I file dell’importazione non ci sono più.",
        stopped: "L’importazione si è interrotta inaspettatamente. Il motivo è nel log del server.",
        cut_off: "Il comando è stato interrotto prima della fine dell’importazione.",
        cut_off_again:
          "Il comando è stato interrotto prima della fine dell’importazione. Eseguilo di nuovo per continuare.",
        interrupted: "Il comando è stato interrotto.",
        interrupted_again: "Il comando è stato interrotto. Eseguilo di nuovo per continuare.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `Il destinatario ha risposto ${status}, e Footfall non segue i reindirizzamenti.`,
        answer: ({ status }) => `Il destinatario ha risposto ${status}.`,
        no_answer: ({ seconds }) => `Nessuna risposta entro ${seconds} secondi.`,
        private_address: ({ host }) =>
          `${host} è un indirizzo privato. WEBHOOK_PRIVATE_ADDRESSES=1 lo consentirebbe.`,
        closed: "La connessione è stata chiusa.",
        recipient_refused: "Il server di posta ha rifiutato il destinatario.",
        no_mail_server:
          "Questo server non può ancora inviare e-mail, perché nessun server di posta è configurato.",
        not_called: "Non è stato possibile chiamare il webhook. I proprietari vedono il motivo.",
        not_mailed: "Non è stato possibile inviare l’e-mail. I proprietari vedono il motivo.",
        no_webhook: "Questo webhook non esiste più.",
        no_person: "Questa persona non esiste più, oppure è bloccata.",
        may_not_see: "Questa persona non può vedere il sito.",
        unknown: "Il motivo è sconosciuto.",
      },
    },
  };
};
