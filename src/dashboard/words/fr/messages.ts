import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** French: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"fr">): MessageTables => {
  const rows = (number: number) =>
    plural(number, { one: `${count(number)} ligne`, other: `${count(number)} lignes` });
  const days = (number: number) =>
    plural(number, { one: `${count(number)} jour`, other: `${count(number)} jours` });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} jours`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} heures`;
    return plural(minutes, {
      one: `${count(minutes)} minute`,
      other: `${count(minutes)} minutes`,
    });
  };
  const from = (source: string) =>
    source === "Journaux d’accès" ? "depuis les journaux d’accès" : `depuis ${source}`;
  const ofNoun = (noun: string) => (noun.startsWith("é") ? `d’${noun}` : `de ${noun}`);
  const times = {
    day: "chaque jour",
    week: "chaque lundi",
    month: "le premier de chaque mois",
  };
  const timesText = (periods: readonly (keyof typeof times)[]) =>
    list(
      periods.map((period) => times[period]),
      "and",
    );
  const named = ({ file, why }: { readonly file: string; readonly why: string }) =>
    `${file} : ${why}`;

  return {
    "field-errors": {
      required: "Ce champ est obligatoire.",
      required_password:
        "Choisissez un mot de passe : sans lui, personne ne peut voir les statistiques.",
      text: "Saisissez un texte.",
      text_length: ({ min, max }) => `Utilisez entre ${min} et ${max} caractères.`,
      text_max: ({ max }) => `Utilisez ${max} caractères au maximum.`,
      characters_max: ({ max }) => `Utilisez ${max} caractères au maximum.`,
      hidden_characters:
        "Les caractères de contrôle et ceux qui changent le sens d’écriture ne sont pas acceptés.",
      lines_max: ({ max }) => `La limite est de ${max} lignes.`,
      no_email: "Le mot de passe ne peut pas être l’adresse e-mail.",
      email: ({ max }) => `Saisissez une seule adresse e-mail, de ${max} caractères au maximum.`,
      email_taken: "Quelqu’un d’autre a déjà cette adresse e-mail.",
      password_of_now: "Saisissez votre mot de passe actuel.",
      password_wrong: "Ce n’est pas votre mot de passe.",
      link_over: "Ce lien n’est plus valable. Demandez-en un nouveau.",
      last_owner: "Il doit rester au moins un propriétaire actif.",
      person_disabled: "Cette personne est bloquée.",
      grants_max: ({ max }) =>
        `Une personne peut avoir des droits sur ${max} sites au maximum. Donnez plutôt un droit sur tous les sites.`,
      people_max: ({ max }) => `La limite est de ${max} personnes.`,
      keys_max: ({ max }) => `La limite est de ${max} clés.`,
      domain: "Saisissez un nom de domaine, par exemple example.com, sans port ni chemin.",
      domain_taken: "Ce site a déjà été ajouté.",
      aliases: ({ max }) =>
        `La limite est de ${max} alias. Ils contiennent des lettres, des chiffres, des points, des traits d’union et des tirets bas.`,
      alias_taken: ({ name }) => `Un autre site porte le nom ${name}.`,
      timezone: "Choisissez un fuseau horaire de la liste, par exemple Europe/Paris.",
      param_name: ({ name }) =>
        `« ${name} » n’est pas le nom d’un paramètre d’URL. Un nom peut se terminer par *.`,
      ip: ({ text }) => `« ${text} » n’est ni une adresse IP, ni une plage comme 203.0.113.0/24.`,
      date: "Choisissez une date valide.",
      time_of_day: "Saisissez une heure, par exemple 09:30.",
      time_in_future: "Choisissez une date à venir.",
      time_past: "Choisissez une date à venir.",
      name_taken: "Ce nom est déjà pris.",
      segment_missing: "Ce segment n’existe plus.",
      segment_broken:
        "Un filtre de ce segment ne fonctionne plus, car son objectif ou son entonnoir n’existe plus.",
      matcher_exclamation:
        "Le texte ne peut pas commencer par un point d’exclamation. Pour ce caractère, saisissez \\!.",
      matcher_tilde: "Saisissez un texte après ~.",
      matcher_value: "Saisissez un texte, un nombre, true ou false.",
      matcher_props: ({ max }) => `La limite est de ${max} propriétés.`,
      steps: ({ min, max }) => `Un entonnoir compte de ${min} à ${max} étapes.`,
      files_max: ({ max }) => `La limite est de ${max} fichiers.`,
      file_names: ({ max }) => `Le nom d’un fichier peut avoir ${max} caractères au maximum.`,
      files_empty: "Les fichiers sont vides. Choisissez le produit dont ils proviennent.",
      file_unknown: ({ name }) =>
        `Le format de ${name} est inconnu. Choisissez le produit dont provient le fichier.`,
      alert_recipients: ({ max }) => `Choisissez de 1 à ${max} personnes, webhooks ou adresses.`,
      report_recipients: ({ max }) => `La limite est de ${max} adresses.`,
      recipient_person: "Cette personne n’a pas le droit de voir le site.",
      recipient_webhook: "Ce webhook n’existe plus.",
      goal_missing: "Cet objectif n’existe plus.",
      http_url: "Saisissez une adresse qui commence par https:// ou http://.",
      url_user: "L’adresse ne peut contenir ni utilisateur ni mot de passe.",
      webhooks_max: ({ max }) => `La limite est de ${max} webhooks.`,
      two_hours: "Choisissez deux heures différentes.",
      integer: ({ min, max }) => `Saisissez un nombre entier entre ${min} et ${max}.`,
      number: ({ min, max }) => `Saisissez un nombre entre ${min} et ${max}.`,
      compared_window: ({ min }) => `Choisissez au moins ${min} minutes.`,
      clock: "Saisissez une heure, par exemple 09:30.",
      secret: ({ max }) => `Utilisez ${max} caractères au maximum.`,
      api_key: "Saisissez une clé d’API.",
      key_rights: "Choisissez au moins un droit.",
      key_websites: ({ max }) => `Choisissez de 1 à ${max} sites, ou tous.`,
      grants: ({ max }) =>
        `Une personne peut avoir des droits sur ${max} sites au maximum. Donnez plutôt un droit sur tous les sites.`,
      share_reports: "Choisissez au moins un rapport.",
      to_before_from: "Le premier jour ne peut pas être après le dernier.",
      filter_empty: "Un filtre n’a pas de valeur.",
      filter_goal: "Cet objectif n’existe plus.",
      filter_step: "Cette étape d’un entonnoir n’existe plus.",
      filters_max: ({ max }) =>
        `Tous les filtres ensemble peuvent avoir ${max} valeurs au maximum.`,
      segment_values: ({ max }) =>
        `Le segment et les filtres ensemble peuvent avoir ${max} valeurs au maximum.`,
      segment_filters: ({ max }) => `Un segment compte de 1 à ${max} filtres.`,
      goal_watched: ({ name }) => `L’alerte « ${name} » porte sur cet objectif.`,
      webhook_named: ({ name, domain }) => `L’alerte « ${name} » de ${domain} prévient ce webhook.`,
      segment_shared: ({ name }) => `Le lien partagé « ${name} » montre ce segment.`,
      definitions_max: ({ max }) => `La limite est de ${max} par site.`,
      definition_size: "C’est trop gros pour être enregistré.",
      definitions_size:
        "Les objectifs, entonnoirs, segments, etc. de ce site sont trop gros ensemble. Supprimez-en quelques-uns.",
      no_mail_server:
        "Ce serveur ne peut pas encore envoyer d’e-mails, car aucun serveur de messagerie n’est configuré.",
      key_address: "Saisissez une adresse, car une clé n’en a pas.",
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
        "access-log": "Journaux d’accès",
      },
      rows,
      import: "Import",
      hint: (domain, timezone) =>
        `Reprend dans ${domain} l’historique d’un autre produit, ou ses journaux d’accès. Les jours sont ceux du fuseau horaire ${timezone}. Les jours qui ont déjà des statistiques restent inchangés.`,
      filesToImport: "Fichiers à importer",
      files: "Fichiers",
      filesHint:
        "Choisissez un ou plusieurs fichiers, ou déposez-les ici : tels qu’ils ont été exportés, même en ZIP ou gzip.",
      chosenFiles: "Fichiers choisis",
      source: "Produit",
      anySource: "Détecter automatiquement",
      websiteId: "Identifiant du site",
      websiteIdHint:
        "L’identifiant dans Umami. Il est nécessaire si les fichiers contiennent plusieurs sites.",
      check: "Vérifier",
      progress: "Progression",
      rowsRead: (number) =>
        plural(number, {
          one: `${count(number)} ligne lue`,
          other: `${count(number)} lignes lues`,
        }),
      sendingForCheck: "Envoi des fichiers pour la vérification.",
      sending: "Envoi des fichiers.",
      checking: "Vérification des fichiers. Rien n’est encore importé.",
      begun: "L’import a commencé. Il continue si vous quittez cette page.",
      importedBefore:
        "Ces fichiers ont déjà été importés. Leur import figure dans la liste ci-dessous.",
      result: "Résultat de la vérification",
      cannotBeImported: "Ces fichiers ne peuvent pas être importés",
      wouldDo: "Voici ce que ferait l’import",
      nothingToImport: "Il n’y a rien à importer",
      report: {
        from: "Provenance",
        totalsOf: (source) => `${source}, totaux par jour`,
        eventsOf: (source) => `${source}, événements`,
        days: "Jours",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Ajouté aux jours existants",
        noDays: "Aucun",
        daysLeft: "Jours laissés de côté",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} a déjà des statistiques`,
              other: `${days(number)} ont déjà des statistiques`,
            }),
          imported: (number) =>
            plural(number, {
              one: `${days(number)} vient d’un autre import`,
              other: `${days(number)} viennent d’un autre import`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} n’est pas encore terminé`,
              other: `${days(number)} ne sont pas encore terminés`,
            }),
        },
        rowsRead: "Lignes lues",
        rowsImported: "Lignes importées",
        rowsSkipped: "Lignes ignorées",
        skipped: {
          broken: (number) =>
            plural(number, {
              one: `${rows(number)} était illisible`,
              other: `${rows(number)} étaient illisibles`,
            }),
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} existait déjà`,
              other: `${rows(number)} existaient déjà`,
            }),
          bot: (number) =>
            plural(number, {
              one: `${rows(number)} provenait d’un robot`,
              other: `${rows(number)} provenaient de robots`,
            }),
          ip: (number) =>
            plural(number, {
              one: `${rows(number)} provenait d’une adresse exclue`,
              other: `${rows(number)} provenaient d’adresses exclues`,
            }),
          hostname: (number) =>
            plural(number, {
              one: `${rows(number)} appartient à un autre hôte`,
              other: `${rows(number)} appartiennent à un autre hôte`,
            }),
          day_left: (number) =>
            plural(number, {
              one: `${rows(number)} tombe un jour qui reste inchangé`,
              other: `${rows(number)} tombent des jours qui restent inchangés`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${rows(number)} tombe un jour qui n’est pas terminé`,
              other: `${rows(number)} tombent des jours qui ne sont pas terminés`,
            }),
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} n’est ni une page vue ni un événement`,
              other: `${rows(number)} ne sont ni des pages vues ni des événements`,
            }),
          visitor: (number) =>
            plural(number, {
              one: `${rows(number)} n’a pas d’identifiant de visiteur`,
              other: `${rows(number)} n’ont pas d’identifiant de visiteur`,
            }),
          time: (number) =>
            plural(number, {
              one: `${rows(number)} a une date non valide`,
              other: `${rows(number)} ont une date non valide`,
            }),
        },
        skippedFor: (number, reason) => `${rows(number)} : ${reason}`,
        unknown: "Valeurs inconnues",
        unknownHint: "Elles comptent comme (inconnu). Le nombre de lignes est entre parenthèses.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension} : ${spellings.join(", ")}`,
        notRead: "Fichiers non lus",
        totalsHint:
          "Ce sont des totaux par jour. Les filtres, les objectifs, les entonnoirs, les parcours et les revenus ne sont pas disponibles pour ces jours. Le fuseau horaire de l’export doit être celui du site.",
        visitorsHint: "Les visiteurs sont comptés par jour, comme partout dans Footfall.",
      },
      list: {
        title: "Imports",
        none: "Rien n’a encore été importé.",
        status: {
          running: "En cours",
          done: "Terminé",
          failed: "Échec",
          deleting: "Annulation en cours",
        },
        isRunning: "Un import est en cours.",
        isBeingUndone: "Un import est en cours d’annulation.",
        isUndone: "L’import a été annulé.",
        isDone: (source) => `L’import ${from(source)} est terminé.`,
        hasFailed: (source) => `L’import ${from(source)} a échoué.`,
        removing: "Suppression de ses données.",
        addedNothing: "Il n’a rien ajouté.",
        added: (range, dayCount, rowCount) => `${range} : ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "aucun fichier",
        filesAndMore: (name, others) =>
          plural(others, {
            one: `${name} et ${count(others)} autre`,
            other: `${name} et ${count(others)} autres`,
          }),
        undo: { running: "Arrêter", done: "Annuler", failed: "Retirer" },
        undoNamed: {
          running: (id, source) => `Arrêter l’import ${id} ${from(source)}`,
          done: (id, source) => `Annuler l’import ${id} ${from(source)}`,
          failed: (id, source) => `Retirer l’import ${id} ${from(source)}`,
        },
        report: "Rapport",
        reportOf: (id) => `Rapport de l’import ${id}`,
        statistics: "Statistiques",
        statisticsOf: (id) => `Statistiques des jours de l’import ${id}`,
      },
      undo: {
        keep: "Conserver",
        stop: {
          title: (source) => `Arrêter l’import ${from(source)} ?`,
          text: "L’import s’arrêtera, et tout ce qu’il a ajouté sera retiré.",
          button: "Arrêter l’import",
        },
        remove: {
          title: (source) => `Retirer l’import ${from(source)} ?`,
          button: "Retirer l’import",
          nothing: "Il n’a rien ajouté. Seule cette entrée sera retirée.",
          nothingButton: "Retirer l’entrée",
        },
        undo: {
          title: (source) => `Annuler l’import ${from(source)} ?`,
          button: "Annuler l’import",
        },
        rows: (number) =>
          plural(number, {
            one: `${rows(number)} sera retirée des statistiques. Ce que Footfall a collecté lui-même reste. Les mêmes fichiers peuvent être importés à nouveau.`,
            other: `${rows(number)} seront retirées des statistiques. Ce que Footfall a collecté lui-même reste. Les mêmes fichiers peuvent être importés à nouveau.`,
          }),
        rowsOfDays: (number, dayCount, range) =>
          plural(number, {
            one: `${rows(number)} (${days(dayCount)}, ${range}) sera retirée des statistiques. Ce que Footfall a collecté lui-même reste. Les mêmes fichiers peuvent être importés à nouveau.`,
            other: `${rows(number)} (${days(dayCount)}, ${range}) seront retirées des statistiques. Ce que Footfall a collecté lui-même reste. Les mêmes fichiers peuvent être importés à nouveau.`,
          }),
      },
      failures: {
        IMPORT_RUNNING:
          "Un autre import de ce site est en cours, en vérification ou en annulation. Attendez qu’il se termine, puis réessayez.",
        BODY_TOO_LARGE:
          "Les fichiers sont plus gros que ce que le serveur accepte. Son paramètre IMPORT_BYTES_MAX fixe la limite.",
        UNSUPPORTED_MEDIA_TYPE:
          "Le serveur n’a pas accepté les fichiers. Un proxy a peut-être modifié la requête.",
        NOT_FOUND: "Cet import n’existe plus.",
        BROKEN_OFF:
          "L’envoi s’est interrompu. Le serveur est peut-être indisponible, ou les fichiers sont trop gros pour lui, ou ils ont changé.",
      },
      export: {
        title: "Export",
        hint: (domain) =>
          `Télécharge tous les événements de ${domain} avec tous les champs enregistrés.`,
        from: "Du",
        to: "Au",
        format: "Format",
        formats: {
          ndjson: "NDJSON, réimportable",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Téléchargement en cours.",
        downloaded: "Téléchargé.",
        download: "Télécharger",
      },
    },
    notifications: {
      send: "Envoyer un test",
      sendNamed: (name) => `Envoyer un test : ${name}`,
      sending: "Envoi…",
      sent: (to) => `${to} : envoyé.`,
      notSent: (to, problem) => `${to} : non envoyé. Motif : ${problem}`,
      toMe: "Vous",
      changeNamed: (name) => `Modifier ${name}`,
      deleteTitle: (name) => `Supprimer ${name} ?`,
      name: "Nom",
      off: "En pause",
      mayNotWrite: "Vous pouvez voir ce site, mais pas le modifier.",
      noMail: {
        title: "Aucun serveur de messagerie n’est configuré",
        text: "D’ici là, personne ne reçoit d’e-mails. La personne qui exploite ce serveur définit SMTP_URL, REPORT_FROM et BASE_URL, par exemple comme ci-dessous, et redémarre Footfall.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "En savoir plus sur les rapports par e-mail",
        short:
          "Ce serveur ne peut pas encore envoyer d’e-mails, car aucun serveur de messagerie n’est configuré.",
      },
      recipients: {
        title: "Qui est prévenu",
        me: (email) => `Moi, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `personne ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `webhook ${id}`,
        addresses: "Adresses e-mail",
        moreAddresses: "Autres adresses e-mail",
        addressesHint: "Une par ligne.",
        none: "Choisissez quelqu’un, ou saisissez une adresse.",
        wrong: (name, error) => `${name} : ${error}`,
      },
      reports: {
        title: "Rapports par e-mail",
        hint: "Un e-mail avec les visiteurs, les pages, les sources et les objectifs de la période écoulée, et leur évolution.",
        periods: { day: "Chaque jour", week: "Chaque semaine", month: "Chaque mois" },
        periodsTitle: "Fréquence",
        sendAt: "Heure",
        sendAtHint: (zone) => `Dans le fuseau horaire du site, ${zone}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            one: "Une par ligne. Si vous laissez ce champ vide, les rapports vont à l’adresse de REPORT_TO, sur le serveur.",
            other: `Une par ligne. Si vous laissez ce champ vide, les rapports vont aux ${count(number)} adresses de REPORT_TO, sur le serveur.`,
          }),
        off: "Personne ne reçoit de rapports, car aucun n’est choisi.",
        plan: (to, when, time) =>
          `Un e-mail est envoyé ${timesText(when)} à ${time}. Destinataires : ${list(to, "and")}.`,
        defaults: (number) =>
          plural(number, {
            one: "l’adresse de REPORT_TO",
            other: `les ${count(number)} adresses de REPORT_TO`,
          }),
        nobody: "Saisissez au moins une adresse.",
        last: {
          none: "Aucun rapport n’a été envoyé au cours des 60 derniers jours.",
          sent: (time) => `Le dernier rapport a été envoyé le ${time}.`,
          failed: (time, problem) =>
            `Le dernier rapport n’a pas pu être envoyé le ${time}. Motif : ${problem}`,
        },
      },
      mine: {
        title: "Rapports par e-mail de tous les sites",
        hint: "Un seul e-mail pour vous, avec les visiteurs et les pages vues de tous les sites que vous voyez, 200 au maximum.",
        timezone: "Fuseau horaire",
        off: "Vous ne recevez aucun e-mail de ce type, car aucun n’est choisi.",
        plan: (email, when, time, zone) =>
          `Un e-mail est envoyé à ${email} ${timesText(when)} à ${time}, dans le fuseau horaire ${zone}.`,
      },
      alerts: {
        title: "Alertes",
        hint: "Un message quand quelque chose d’inhabituel se produit, et un autre quand c’est fini.",
        none: "Il n’y a encore aucune alerte.",
        add: "Ajouter une alerte",
        addAction: "Ajouter l’alerte",
        added: "L’alerte est active. Envoyez un test pour voir s’il arrive.",
        deleteHint: "Elle ne préviendra plus personne.",
        firingSince: (time) => `Déclenchée depuis le ${time}`,
        firing: "Déclenchée",
        quietSince: (time) => `Rien à signaler depuis le ${time}.`,
        quiet: "Rien à signaler, elle ne s’est encore jamais déclenchée.",
        isOff: "Elle est en pause.",
        last: {
          sent: (time) => `Le dernier message a été envoyé le ${time}.`,
          failed: (time, problem) =>
            `Le dernier message n’est pas parvenu à tous le ${time}. Motif : ${problem}`,
        },
        when: "Me prévenir quand",
        kinds: {
          silence: {
            option: "rien n’arrive",
            name: "Rien n’arrive",
            hint: "Le site est peut-être en panne, ou son code de suivi manque. Si personne ne vient la nuit, choisissez des heures ci-dessous.",
          },
          usualAbove: {
            option: "il y en a plus que d’habitude",
            name: "Plus que d’habitude",
            hint: "Par rapport à la médiane des mêmes heures de ce jour de la semaine au cours des quatre dernières semaines. Il faut deux semaines de données.",
          },
          usualBelow: {
            option: "il y en a moins que d’habitude",
            name: "Moins que d’habitude",
            hint: "Par rapport à la médiane des mêmes heures de ce jour de la semaine au cours des quatre dernières semaines. Il faut deux semaines de données.",
          },
          above: {
            option: "le nombre dépasse un seuil",
            name: "Au-dessus d’un seuil",
            hint: "",
          },
          below: {
            option: "le nombre passe sous un seuil",
            name: "Au-dessous d’un seuil",
            hint: "",
          },
          goal: {
            option: "un objectif est atteint",
            name: "Un objectif est atteint",
            hint: "",
          },
          other: { option: "sans changement", name: "Alerte", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Plus ${ofNoun(noun)} que d’habitude`,
          usualBelow: (noun) => `Moins ${ofNoun(noun)} que d’habitude`,
          above: (noun, number) => `Plus de ${number} ${noun}`,
          below: (noun, number) => `Moins de ${number} ${noun}`,
          goal: (goal) => `L’objectif ${goal} est atteint`,
        },
        measure: "Indicateur",
        measures: {
          visitors: "Visiteurs",
          pageviews: "Pages vues",
          events: "Événements personnalisés",
        },
        measureOfGoal: (goal) => `Objectif ${goal}`,
        nouns: {
          visitors: (number) => (number === 1 ? "visiteur" : "visiteurs"),
          pageviews: (number) => (number === 1 ? "page vue" : "pages vues"),
          events: (number) =>
            number === 1 ? "événement personnalisé" : "événements personnalisés",
        },
        nounOfGoal: (goal, number) =>
          number === 1 ? `événement de l’objectif ${goal}` : `événements de l’objectif ${goal}`,
        unknownGoal: (id) => `numéro ${id} (supprimé)`,
        goal: "Objectif",
        silentFor: "Pendant",
        window: "En l’espace de",
        minutes: minutesText,
        more: "Plus de",
        fewer: "Moins de",
        least: "Combien de fois au moins",
        timesAbove: "Plus de",
        timesBelow: "Moins de",
        times: (factor) => `${decimal(factor)} fois la valeur habituelle`,
        share: (share) => `${percent(share)} de la valeur habituelle`,
        someHours: "Seulement à certaines heures de la journée",
        from: "De",
        until: "À",
        pause: "Au plus une fois par période de",
        isOn: "L’alerte est active",
        does: {
          silence: (minutes) =>
            `Envoie un message quand rien n’arrive pendant ${minutesText(minutes)}.`,
          usualAbove: (noun, factor, minutes) =>
            `Envoie un message quand il y a plus de ${decimal(factor)} fois le nombre habituel ${ofNoun(noun)} en ${minutesText(minutes)}.`,
          usualBelow: (noun, share, minutes) =>
            `Envoie un message quand il y a moins de ${percent(share)} du nombre habituel ${ofNoun(noun)} en ${minutesText(minutes)}.`,
          above: (noun, number, minutes) =>
            `Envoie un message quand il y a plus de ${number} ${noun} en ${minutesText(minutes)}.`,
          below: (noun, number, minutes) =>
            `Envoie un message quand il y a moins de ${number} ${noun} en ${minutesText(minutes)}.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Envoie un message quand l’objectif ${goal} est atteint en ${minutesText(minutes)}.`,
              other: `Envoie un message quand l’objectif ${goal} est atteint ${count(number)} fois en ${minutesText(minutes)}.`,
            }),
          other: "Envoie un message selon une règle qu’un programme a définie.",
        },
        hours: (from, until, zone) =>
          `Elle ne surveille que de ${from} à ${until}, dans le fuseau horaire ${zone}.`,
        goesTo: (to) => `Destinataires : ${list(to, "and")}.`,
        over: (minutes) =>
          `Elle prévient au plus une fois par période de ${minutesText(minutes)}, et de nouveau quand c’est fini.`,
      },
      webhooks: {
        title: "Webhooks",
        hint: "Un webhook est une adresse que Footfall appelle : un canal Slack ou Discord, ou votre propre programme. Il sert pour tous les sites.",
        none: "Il n’y a encore aucun webhook.",
        add: "Ajouter un webhook",
        addAction: "Ajouter le webhook",
        added: "Le webhook est actif. Envoyez un test pour voir s’il arrive.",
        deleteHint: "Footfall ne l’appellera plus. Les alertes qui le citent l’ignoreront.",
        url: "Adresse",
        urlHint:
          "Elle commence par https://. Slack et Discord l’affichent là où l’on ajoute un webhook entrant.",
        format: "Format",
        formats: { json: "JSON, pour un programme", slack: "Slack", discord: "Discord" },
        events: "Ce qu’il reçoit de tous les sites",
        eventsHint: "Les alertes choisissent elles-mêmes leurs webhooks.",
        eventNames: {
          report: "Les rapports qui arrivent à échéance",
          import: "Les imports qui se terminent",
          goal: "Les objectifs atteints",
        },
        gets: { report: "rapports", import: "fins d’imports", goal: "objectifs" },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Il reçoit les alertes qui le citent.`
            : `${form}. Il reçoit les alertes qui le citent, et, pour tous les sites : ${list(gets, "and")}.`,
        secret: "Secret (facultatif)",
        secretHint:
          "Il sert à signer les requêtes, pour que le programme sache qu’elles viennent d’ici. Il ne sera plus jamais affiché.",
        secretKeep: "Il y en a un. Laisser vide pour le garder.",
        secretRemove: "Retirer le secret",
        isOn: "Le webhook est actif",
        failed: (time) => `Désactivé le ${time}, après une semaine d’échecs.`,
        last: {
          none: "Il n’a pas été appelé au cours des 60 derniers jours.",
          sent: (time) => `Le dernier appel est arrivé le ${time}.`,
          failed: (time, problem) => `Le dernier appel a échoué le ${time}. Motif : ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed:
          "Le fichier est compressé avec bzip2, xz ou zstd. Décompressez-le, ou compressez-le avec gzip.",
        classic_balancer:
          "C’est le journal d’un Classic Load Balancer. Importez les journaux des serveurs qui se trouvent derrière.",
        s3: "C’est le journal d’un bucket S3. Importez les journaux du CDN placé devant.",
        iso_times:
          "Les heures sont au format ISO 8601. Journalisez $time_local avec nginx, ou %t avec Apache.",
        matomo_report:
          "C’est un rapport de Matomo. Importez ce que Live.getLastVisitsDetails renvoie en JSON.",
        swetrix:
          "C’est un export de Swetrix, qui ne contient pas de jours. Importez les journaux d’accès du serveur.",
        rybbit:
          "Les exports de Rybbit ne sont pas lisibles. Importez les journaux d’accès du serveur.",
        posthog: ({ path }) => `Ce sont des événements de PostHog. Envoyez-les à POST ${path}.`,
        cloudflare_analytics:
          "C’est une réponse de Cloudflare Web Analytics. Importez http_requests de Logpush.",
        no_format: ({ formats }) => `Les premières lignes n’ont aucun de ces formats : ${formats}.`,
        lines_broken: ({ broken, lines }) => `${broken} lignes sur ${lines} sont défectueuses.`,
        cloudflare_fields: ({ fields }) =>
          `Il manque dans les lignes : ${fields}. Ajoutez-les aux champs de la tâche Logpush.`,
        w3c_no_fields: "Le fichier ne commence pas par #Fields.",
        w3c_fields: ({ fields }) =>
          `Il manque dans #Fields : ${fields}. Ajoutez-les aux champs que le serveur journalise.`,
        haproxy_captures:
          "Les en-têtes capturés ne commencent pas par le User-Agent. Capturez les en-têtes de requête User-Agent, Referer et Host, dans cet ordre.",
        agents_combined:
          "Les User-Agents manquent. Le serveur doit journaliser au format « combined », qui les contient.",
        agents_caddy:
          "Les User-Agents manquent. Aucun filtre de la directive « log » ne doit supprimer request>headers>User-Agent.",
        agents_traefik:
          "Les User-Agents manquent. Réglez accessLog.fields.headers.names.User-Agent sur « keep ».",
        agents_w3c:
          "Les User-Agents manquent. Ajoutez cs(User-Agent) aux champs que le serveur journalise.",
        agents_alb:
          "Les User-Agents manquent. Les load balancers les journalisent toujours : les lignes ont donc été modifiées.",
        agents_cloudflare:
          "Les User-Agents manquent. Ajoutez ClientRequestUserAgent aux champs de la tâche Logpush.",
        agents_nginx:
          'Les User-Agents manquent. Ajoutez "http_user_agent":"$http_user_agent" à log_format.',
        agents_haproxy:
          "Les User-Agents manquent. Capturez les en-têtes de requête User-Agent, Referer et Host, dans cet ordre.",
        permission: "Footfall n’a pas le droit de le lire.",
        directory: "C’est un répertoire.",
        empty_directory: "Il ne contient aucun fichier.",
        no_file: "Ce fichier n’existe pas.",
        gzip_cut: "Les données gzip s’arrêtent trop tôt.",
        gzip_corrupt: "Les données gzip sont corrompues.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `${file} est illisible : ${text}`,
        file_stopped: ({ file, why }) => `${file} : ${why} Rien n’a été importé.`,
        file: named,
        gzip_broken: ({ file }) => `Les données gzip de ${file} sont corrompues.`,
        no_zip: ({ file }) => `${file} n’est pas une archive ZIP.`,
        zip_broken: ({ file }) => `L’archive ZIP ${file} est corrompue ou incomplète.`,
        entry_forbidden: ({ entry, file }) =>
          `Le nom « ${entry} » dans ${file} n’est pas autorisé.`,
        entry_encrypted: ({ entry, file }) => `« ${entry} » dans ${file} est chiffré.`,
        entry_method: ({ entry, file }) =>
          `« ${entry} » dans ${file} est compressé autrement qu’avec « store » ou « deflate ».`,
        entry_twice: ({ entry, file }) => `« ${entry} » figure deux fois dans ${file}.`,
        entry_broken: ({ entry, file }) =>
          `Les données de « ${entry} » dans ${file} sont corrompues ou incomplètes.`,
        entry_other: ({ entry, file }) =>
          `Le contenu de « ${entry} » n’est pas celui qu’annonce le répertoire de ${file}.`,
        zip_encrypted: ({ file }) => `${file} est chiffré.`,
        zip_entries: ({ file, max }) => `${file} contient plus de ${max} fichiers.`,
        zip_entry_bytes: ({ file, max }) => `Un fichier de ${file} fait plus de ${max} octets.`,
        zip_bytes: ({ file, max }) => `${file} fait plus de ${max} octets une fois décompressé.`,
        zip_name: ({ file }) => `Un nom ou un commentaire dans ${file} est trop long.`,
        zip_overlap: ({ file }) => `Des fichiers de ${file} se chevauchent.`,
        zip_empty: ({ file }) => `${file} ne contient aucun fichier.`,
        half_broken: ({ file }) => `Plus de la moitié des lignes de ${file} sont défectueuses.`,
        rows_broken: ({ broken, rows, file }) =>
          `${broken} lignes sur ${rows} de ${file} sont défectueuses. Rien n’a été importé.`,
        other_days: ({ file, day }) =>
          `La plupart des lignes de ${file} concernent des jours absents de la table imported_visitors, par exemple ${day}.`,
        columns: ({ file, columns }) => `Il manque des colonnes dans ${file} : ${columns}.`,
        same_table: ({ file, other }) => `${file} et ${other} sont la même table.`,
        tables: ({ file, max }) => `${file} contient plus de ${max} tables.`,
        json_list: ({ file }) => `${file} n’est pas une liste en JSON.`,
        json_end: ({ file }) => `${file} s’arrête au milieu de sa liste.`,
        plausible_visitors: "La table imported_visitors manque.",
        umami_events: "website_event.csv manque.",
        umami_totals: ({ file }) =>
          `${file} vient de l’export de totaux d’Umami, qui n’a pas de dates. Importez l’export des données, qui contient website_event.csv.`,
        umami_website: ({ websites }) =>
          `Les fichiers contiennent plusieurs sites. Saisissez l’identifiant de l’un d’eux : ${websites}.`,
        umami_other_website: ({ websites }) =>
          `Les fichiers ne contiennent pas ce site. Ils contiennent : ${websites}.`,
        goatcounter: "Aucun fichier n’a la colonne 2Path de GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} est un export de GoatCounter de version ${version}. Seule la version 2 peut être importée.`,
        simple_analytics: "Aucun fichier n’a les colonnes added_iso et path de Simple Analytics.",
        matomo_error: ({ file }) => `${file} est un message d’erreur de Matomo.`,
        matomo: ({ file }) => `${file} n’est pas une liste de visites de Matomo.`,
        footfall: ({ file }) => `${file} n’est pas un export NDJSON de Footfall.`,
        ga4_list: ({ file }) =>
          `${file} est une liste. Exportez en NDJSON, avec un événement par ligne.`,
        ga4: ({ file }) => `${file} ne contient aucun événement de Google Analytics 4 en NDJSON.`,
        ga4_days:
          "Aucune table n’a les chiffres des jours. Exportez la date avec les utilisateurs actifs, les sessions et les vues, en anglais.",
        fathom_days:
          "Aucune table n’a les chiffres des jours. Ajoutez Site.csv, ou un export sans répartition.",
        option: "Les fichiers de ce produit n’ont pas besoin d’identifiant de site.",
        report_too_large: "Le rapport de l’import est devenu trop gros.",
        files_gone: "Les fichiers de l’import ont disparu.",
        stopped:
          "L’import s’est arrêté de façon inattendue. Le motif se trouve dans le journal du serveur.",
        cut_off: "La commande a été interrompue avant la fin de l’import.",
        cut_off_again:
          "La commande a été interrompue avant la fin de l’import. Relancez-la pour continuer.",
        interrupted: "La commande a été interrompue.",
        interrupted_again: "La commande a été interrompue. Relancez-la pour continuer.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `Le destinataire a répondu ${status}, et Footfall ne suit pas les redirections.`,
        answer: ({ status }) => `Le destinataire a répondu ${status}.`,
        no_answer: ({ seconds }) => `Aucune réponse n’est arrivée en ${seconds} secondes.`,
        private_address: ({ host }) =>
          `${host} est une adresse privée. WEBHOOK_PRIVATE_ADDRESSES=1 l’autoriserait.`,
        closed: "La connexion a été fermée.",
        recipient_refused: "Le serveur de messagerie a refusé le destinataire.",
        no_mail_server:
          "Ce serveur ne peut pas encore envoyer d’e-mails, car aucun serveur de messagerie n’est configuré.",
        not_called: "Le webhook n’a pas pu être appelé. Les propriétaires voient le motif.",
        not_mailed: "L’e-mail n’a pas pu être envoyé. Les propriétaires voient le motif.",
        no_webhook: "Ce webhook n’existe plus.",
        no_person: "Cette personne n’existe plus, ou elle est bloquée.",
        may_not_see: "Cette personne n’a pas le droit de voir le site.",
        unknown: "Le motif est inconnu.",
      },
    },
  };
};
