import type { Tools } from "../../../base/sentence-tools.ts";
import type { SettingsTables } from "../tables.ts";

/** French: pages to sign in, the account, and the settings and the sharing of a website. */
export const tables = ({ plural, count, list }: Tools<"fr">): SettingsTables => {
  const events = (number: number) =>
    plural(number, { one: `${count(number)} événement`, other: `${count(number)} événements` });

  const lastEvent = (event: {
    readonly page: string;
    readonly age: string;
    readonly country: string;
    readonly browser: string;
  }) =>
    [event.page, `il y a ${event.age}`, event.country, event.browser]
      .filter((part) => part !== "")
      .join(", ");

  return {
    "link-pages": {
      invitation: {
        title: "Bienvenue dans Footfall",
        hint: "Choisissez un nom et un mot de passe. Votre session s’ouvrira aussitôt.",
        action: "Créer le compte",
      },
      reset: {
        title: "Nouveau mot de passe",
        hint: "Un nouveau mot de passe ferme vos sessions partout ailleurs.",
        action: "Enregistrer et se connecter",
      },
      name: "Votre nom",
      password: "Mot de passe",
      isMissing:
        "Cette page a besoin du lien complet que vous avez reçu. Ouvrez à nouveau le lien.",
      isOver:
        "Ce lien n’est plus valable. Chaque lien ne sert qu’une fois et pendant une durée limitée. Demandez-en un nouveau à un propriétaire.",
      signIn: "Se connecter",
    },
    gates: {
      signIn: "Se connecter",
      forgotten: "Mot de passe oublié ?",
      apiKey: "Clé d’API",
      apiKeyHint:
        "La clé que Footfall a affichée à son premier démarrage. Elle se trouve aussi dans le fichier data/api-key.",
      email: "Adresse e-mail",
      password: "Mot de passe",
      sendLink: "Envoyer un lien",
      linkSent:
        "Si un compte utilise cette adresse, un lien de réinitialisation du mot de passe est en route. Si vous ne recevez rien, demandez un lien à un propriétaire.",
      back: "Retour à la connexion",
      otherWays: "Autres façons de se connecter",
      useKey: "Utiliser une clé d’API",
      locked: "Ces statistiques sont protégées par un mot de passe.",
      unlock: "Afficher les statistiques",
    },
    account: {
      pages: "Pages du compte",
      notFound: "Introuvable",
      noPage: "Il n’y a pas de page à cette adresse.",
      onlyOwners: "Seuls les propriétaires voient cette page.",
      withKey: "Session ouverte avec une clé d’API",
      withKeyHint: "Seules les personnes ont un nom, un mot de passe et une liste de sessions.",
      withRootKeyHint:
        "Seules les personnes ont un nom, un mot de passe et une liste de sessions. Invitez-vous vous-même, puis connectez-vous avec votre adresse e-mail.",
      you: "Vos informations",
      self: "Vous",
      name: "Nom",
      email: "Adresse e-mail",
      language: "Langue",
      browserLanguage: "Celle du navigateur",
      ownPassword: "Votre mot de passe",
      password: "Mot de passe",
      currentPassword: "Mot de passe actuel",
      newPassword: "Nouveau mot de passe",
      changePassword: "Changer le mot de passe",
      passwordSaved: "Enregistré. Vos autres sessions sont fermées.",
      sessions: "Sessions",
      sessionsHint: "Les navigateurs dans lesquels votre session est ouverte.",
      thisBrowser: "Ce navigateur",
      unknownBrowser: "Navigateur inconnu",
      browserOn: (browser, system) => `${browser} sous ${system}`,
      session: (from, seen) => `Ouverte le ${from}, dernière activité le ${seen}`,
      end: "Fermer",
      endNamed: (browser) => `Fermer la session dans ${browser}`,
      change: "Modifier",
      changeNamed: (name) => `Modifier ${name}`,
      delete: "Supprimer",
      deleteNamed: (name) => `Supprimer ${name}`,
      deleteTitle: (name) => `Supprimer ${name} ?`,
      done: "Terminé",
      websites: "Sites",
      unknownWebsite: (id) => `site ${id}`,
      allWebsites: "Tous les sites",
      allAlsoLater: "Tous les sites, y compris futurs",
      searchWebsites: "Rechercher des sites",
      people: {
        invite: "Inviter",
        none: "Personne pour l’instant. Les personnes se connectent avec leur adresse e-mail et voient les sites que vous choisissez.",
        deleteHint: (email) =>
          `${email} ne pourra plus se connecter, et toutes ses sessions seront fermées. Les sites et leurs statistiques restent.`,
        state: { invited: "Invitation en attente", active: "", disabled: "Accès bloqué" },
        seen: (day) => `Dernière activité le ${day}`,
        seenAt: (email, day) => `${email}, dernière activité le ${day}`,
        notSeen: "Aucune activité",
        notSeenAt: (email) => `${email}, aucune activité`,
        newLink: "Nouveau lien",
        newLinkFor: (name) => `Nouveau lien pour ${name}`,
        reset: "Réinitialiser le mot de passe",
        resetFor: (name) => `Réinitialiser le mot de passe de ${name}`,
        enable: "Débloquer",
        enableNamed: (name) => `Débloquer ${name}`,
        disable: "Bloquer",
        disableNamed: (name) => `Bloquer ${name}`,
        optionalName: "Nom (facultatif)",
        role: "Rôle",
        roles: {
          member: { label: "Membre", hint: "Voit les sites que vous choisissez." },
          owner: {
            label: "Propriétaire",
            hint: "Peut tout faire, y compris gérer les personnes et les clés.",
          },
        },
      },
      grants: {
        onlyBelow: "Ceux ci-dessous",
        asAbove: "Comme ci-dessus",
        noAccess: "Aucun accès",
        view: "Voir",
        edit: "Modifier",
        everything: "Tous les sites, les personnes et les clés",
        none: "Aucun site pour l’instant",
        mayView: (website) => `${website} (voir)`,
        mayEdit: (website) => `${website} (modifier)`,
        list: (grants) => list(grants, "and"),
      },
      link: {
        invitation: (email) => `Invitation pour ${email}`,
        reset: (email) => `Lien de réinitialisation du mot de passe pour ${email}`,
        mailed: (email) =>
          `Ce lien a été envoyé à ${email}. Vous pouvez aussi l’envoyer vous-même.`,
        notMailed: "Aucun e-mail n’a été envoyé. Copiez ce lien et envoyez-le vous-même.",
        name: "le lien",
        hint: (time) =>
          `Il n’est affiché que maintenant, ne sert qu’une fois et reste valable jusqu’au ${time}.`,
      },
      keys: {
        make: "Créer une clé",
        makeAction: "Créer la clé",
        none: "Aucune clé pour l’instant. Avec une clé, un programme utilise l’API avec les droits que vous choisissez.",
        deleteHint: "Les programmes qui utilisent cette clé n’auront plus accès.",
        isOver: "Expirée",
        noWebsite: "Il ne lui reste aucun site : elle ne peut donc rien faire.",
        websites: (domains) => list(domains, "and"),
        maker: {
          root: () => "Créée par une clé d’API du serveur",
          key: (name) => `Créée par la clé ${name}`,
          person: (name) => `Créée par ${name}`,
        },
        neverUsed: "Jamais utilisée",
        lastUsed: (day) => `Dernière utilisation le ${day}`,
        expires: (time) => `Expire le ${time}`,
        expired: (time) => `Expirée le ${time}`,
        name: "Nom",
        nameHint: "À quoi sert la clé.",
        rights: "Droits",
        right: {
          read: { label: "Lire", hint: "Statistiques et paramètres." },
          write: {
            label: "Écrire",
            hint: "Modifications, et tout ce que permettent Lire et Collecter.",
          },
          collect: { label: "Collecter", hint: "Envoie des événements par lots." },
          operate: { label: "Exploiter", hint: "Lit les métriques du serveur." },
        },
        onlySome: "Seulement certains",
        title: (name) => `La clé ${name}`,
        once: "Copiez la clé maintenant. Elle n’est affichée que cette fois, car Footfall ne la conserve pas.",
        secretName: "la clé",
      },
    },
    audit: {
      title: "Journal",
      changes: "Modifications",
      hint: "Qui a ouvert une session, et qui a modifié les paramètres, les personnes, les clés et les liens partagés. Les jours sont en UTC ; les entrées sont conservées 400 jours.",
      none: "Rien n’a été modifié ces jours-là.",
      from: "Du",
      to: "Au",
      rootKey: "Une clé d’API du serveur",
      key: (name) => `La clé ${name}`,
      nameless: "Une personne sans nom",
      sentences: {
        "sign-in": (who, browser) =>
          browser === ""
            ? `${who} a ouvert une session`
            : `${who} a ouvert une session, ${browser}`,
        "person.invite": (who, name) => `${who} a invité ${name}`,
        "person.sign-up": (who) =>
          `${who} a ouvert sa première session avec le compte de l’entreprise`,
        "person.link": (who, name) => `${who} a créé un lien pour ${name}`,
        "person.update": (who, name) => `${who} a modifié la personne ${name}`,
        "person.delete": (who, name) => `${who} a supprimé la personne ${name}`,
        "key.create": (who, name) => `${who} a créé la clé ${name}`,
        "key.update": (who, name) => `${who} a modifié la clé ${name}`,
        "key.delete": (who, name) => `${who} a supprimé la clé ${name}`,
        "website.create": (who, _name, website) => `${who} a ajouté le site ${website}`,
        "website.update": (who, _name, website) => `${who} a modifié le site ${website}`,
        "website.delete": (who, _name, website) => `${who} a supprimé le site ${website}`,
        "goal.create": (who, name, website) => `${who} a ajouté l’objectif ${name} de ${website}`,
        "goal.update": (who, name, website) => `${who} a modifié l’objectif ${name} de ${website}`,
        "goal.delete": (who, name, website) => `${who} a supprimé l’objectif ${name} de ${website}`,
        "funnel.create": (who, name, website) =>
          `${who} a ajouté l’entonnoir ${name} de ${website}`,
        "funnel.update": (who, name, website) =>
          `${who} a modifié l’entonnoir ${name} de ${website}`,
        "funnel.delete": (who, name, website) =>
          `${who} a supprimé l’entonnoir ${name} de ${website}`,
        "segment.create": (who, name, website) =>
          `${who} a ajouté le segment ${name} de ${website}`,
        "segment.update": (who, name, website) =>
          `${who} a modifié le segment ${name} de ${website}`,
        "segment.delete": (who, name, website) =>
          `${who} a supprimé le segment ${name} de ${website}`,
        "annotation.create": (who, name, website) =>
          `${who} a ajouté la note « ${name} » à ${website}`,
        "annotation.update": (who, name, website) =>
          `${who} a modifié la note « ${name} » de ${website}`,
        "annotation.delete": (who, name, website) =>
          `${who} a supprimé la note « ${name} » de ${website}`,
        "share.create": (who, name, website) =>
          `${who} a créé le lien partagé ${name} de ${website}`,
        "share.update": (who, name, website) =>
          `${who} a modifié le lien partagé ${name} de ${website}`,
        "share.delete": (who, name, website) =>
          `${who} a supprimé le lien partagé ${name} de ${website}`,
        "alert.create": (who, name, website) => `${who} a ajouté l’alerte ${name} de ${website}`,
        "alert.update": (who, name, website) => `${who} a modifié l’alerte ${name} de ${website}`,
        "alert.delete": (who, name, website) => `${who} a supprimé l’alerte ${name} de ${website}`,
        "email_reports.update": (who, _name, website) =>
          website === ""
            ? `${who} a modifié ses propres rapports par e-mail`
            : `${who} a modifié les rapports par e-mail de ${website}`,
        "webhook.create": (who, name) => `${who} a ajouté le webhook ${name}`,
        "webhook.update": (who, name) => `${who} a modifié le webhook ${name}`,
        "webhook.delete": (who, name) => `${who} a supprimé le webhook ${name}`,
        "import.create": (who, id, website) => `${who} a lancé l’import ${id} de ${website}`,
        "import.undo": (who, id, website) => `${who} a annulé l’import ${id} de ${website}`,
      },
      ownAccount: (who) => `${who} a modifié son propre compte`,
      other: (who, kind) => `${who} : ${kind}`,
      otherNamed: (who, kind, name) => `${who} : ${kind}, ${name}`,
      numbered: (id) => `numéro ${id}`,
      fields: {
        domain: "Domaine",
        domain_unicode: "Domaine tel qu’il s’écrit",
        timezone: "Fuseau horaire",
        language: "Langue",
        privacy: "Qui peut voir les statistiques",
        password: "Mot de passe",
        has_password: "A un mot de passe",
        email: "E-mail",
        exclude_bots: "Exclure les robots",
        exclude_ips: "Adresses exclues",
        exclude_params: "Paramètres d’URL exclus",
        favorited_at: "Favori depuis",
        name: "Nom",
        role: "Rôle",
        state: "État",
        grants: "Sites",
        sign_in: "Façons de se connecter",
        may: "Droits",
        websites: "Sites",
        expires_at: "Expire",
        segment_id: "Segment",
        reports: "Rapports",
        type: "Type d’événement",
        value: "Page ou événement",
        props: "Propriétés",
        within: "Délai",
        steps: "Étapes",
        filters: "Filtres",
        public: "Visible par les lecteurs",
        date: "Jour",
        time: "Heure",
        text: "Texte",
        when: "Règle",
        hours: "Heures",
        pause_minutes: "Intervalle minimal entre deux messages, en minutes",
        to: "Destinataires",
        enabled: "Actif",
        day: "Chaque jour",
        week: "Chaque semaine",
        month: "Chaque mois",
        send_at: "Envoyé à",
        url: "Adresse",
        format: "Format",
        secret: "Secret",
        has_secret: "A un secret",
        events: "Événements",
        failed_at: "Désactivé après des échecs",
      },
      changed: (field) => `${field} : modifié`,
      change: (field, before, after) => `${field} : ${before} → ${after}`,
      nothing: "aucun",
      yes: "oui",
      no: "non",
      all: "tous",
      privacy: ["public", "privé", "avec mot de passe"],
      list: (texts) => list(texts, "and"),
    },
    sharing: {
      access: "Accès",
      who: "Qui peut voir les statistiques",
      privacy: {
        private: {
          label: "Privé",
          hint: "Seulement les personnes qui se connectent et ont accès à ce site.",
        },
        password: {
          label: "Mot de passe",
          hint: "Toute personne qui a le mot de passe peut les voir à l’adresse de la page, y compris les revenus.",
        },
        public: {
          label: "Public",
          hint: "Tout le monde peut les voir, y compris les revenus. Avec des filtres, quelqu’un pourrait découvrir ce qu’un visiteur précis a fait ce jour-là.",
        },
      },
      password: "Mot de passe",
      newPassword: "Nouveau mot de passe",
      keepPassword: "Laisser vide pour garder le mot de passe actuel.",
      save: "Enregistrer",
      saved: "Enregistré.",
      notSaved: "Non enregistré. Les erreurs sont indiquées plus haut.",
      addressName: "l’adresse de la page",
      openAsViewer: "Ouvrir comme lecteur",
      embed: "Intégrer",
      embedHint: "Collez ce code là où les statistiques doivent apparaître.",
      embedName: "le code d’intégration",
      frameTitle: (domain) => `Statistiques de ${domain}`,
      ancestors: (domain) =>
        `Le paramètre FRAME_ANCESTORS du serveur doit contenir l’adresse de la page où elles sont intégrées. Pour les pages de ${domain}, c’est :`,
      ancestorsName: "le paramètre",
      embedNotPublic:
        "D’autres pages peuvent intégrer les statistiques d’un site public. Celui-ci n’est pas public.",
      links: "Liens partagés",
      linksHint:
        "Toute personne qui a un lien voit les statistiques, quel que soit le choix ci-dessus. Un segment ou une sélection de rapports limite ce que montre le lien.",
      make: "Créer un lien",
      makeDone: "Créer le lien",
      change: (name) => `Modifier ${name}`,
      deleteTitle: (name) => `Supprimer ${name} ?`,
      deleteHint:
        "Le lien ne montrera plus rien. Il ne peut pas être rétabli ; un nouveau lien aura une autre adresse.",
      neverUsed: "Jamais utilisé",
      lastUsed: (day) => `Dernière utilisation le ${day}`,
      withExpiry: (used, time, isOver) =>
        isOver ? `${used}, expiré le ${time}` : `${used}, expire le ${time}`,
      hasPassword: "Mot de passe",
      isOver: "Expiré",
      openByLink: (name) => `Ouvrir comme lecteur avec le lien ${name}`,
      linkName: (name) => `le lien ${name}`,
      unnamedSegment: (id) => `segment ${id}`,
      ofSegment: (reports, segment) => `${reports}, pour le segment ${segment}`,
      name: "Nom",
      nameHint: "À qui le lien est destiné. Les lecteurs ne voient pas ce nom.",
      segment: "Segment",
      segmentHint: "Avec un segment, le lien ne montre que ses visiteurs.",
      everybody: "Tous les visiteurs",
      reports: "Rapports",
      allReports: "Tous les rapports",
      someReports: "Seulement certains",
      optionalPassword: "Mot de passe (facultatif)",
      optionalNewPassword: "Nouveau mot de passe (facultatif)",
      removePassword: "Retirer le mot de passe",
      language: "Avec ?lang=fr à la fin, l’adresse ouvre la page en français.",
    },
    tracking: {
      code: "Code de suivi",
      codeName: "le code de suivi",
      platforms: "Plateforme du site",
      platform: {
        html: "HTML",
        wordpress: "WordPress",
        shopify: "Shopify",
        gtm: "Google Tag Manager",
        next: "Next.js",
      },
      howTo: {
        html: "Collez cette ligne avant </head> sur chaque page.",
        wordpress:
          "Collez cette ligne dans l’en-tête de toutes les pages. Une extension peut le faire : dans WPCode, le menu Code Snippets contient Header & Footer, dont le premier champ est l’en-tête.",
        shopify:
          "Dans Online Store, Themes, choisissez Edit code et collez cette ligne avant </head> dans layout/theme.liquid. La page de paiement ne fait pas partie du thème et n’est donc pas comptée.",
        gtm: "Créez une balise du type Custom HTML avec ce texte et le déclencheur All Pages, puis publiez le conteneur. Les visiteurs sans Google Tag Manager, par exemple ceux qui le bloquent, ne sont pas comptés.",
        next: "Placez cet élément dans le <body> de app/layout.tsx, et la ligne d’import au début de ce fichier. Les changements de page sont comptés automatiquement.",
      },
      noCookies: "Il ne dépose aucun cookie.",
      outbound: "Compter les clics vers d’autres sites",
      downloads: "Compter les téléchargements de fichiers",
      local: (domain) =>
        `data-local est présent parce que ${domain} est un nom local, que le script de suivi ignorerait sans cela.`,
      warning: (origin) =>
        `La ligne contient l’adresse à laquelle vous avez ouvert cette page, ${origin}. Les visiteurs doivent pouvoir joindre Footfall à une adresse https publique : une page en https n’envoie rien à une adresse en http. Ouvrez le tableau de bord à cette adresse, ou définissez BASE_URL en conséquence.`,
      firstVisit: "Première visite",
      waiting: (domain) => `En attente de la première visite sur ${domain}…`,
      localHint:
        "Les pages de votre propre ordinateur, comme localhost, ne sont comptées que si la ligne contient data-local.",
      waitingHint: (domain) =>
        `Placez le code de suivi sur vos pages et ouvrez l’une d’elles. Cette page affiche la visite en moins de cinq secondes, puis les statistiques de ${domain}.`,
      works: (event) => `Cela fonctionne : ${lastEvent(event)}`,
      worksBriefly: "Cela fonctionne : la première visite est comptée.",
      close: "Fermer",
      notCounted: "Arrivés, mais non comptés",
      otherHost: (number, host) => `${events(number)} de ${host}, un autre site`,
      bot: (number, name) => {
        const bots = plural(number, {
          one: `${count(number)} robot`,
          other: `${count(number)} robots`,
        });
        return name === "" ? bots : `${bots} : ${name}`;
      },
      excluded: (number) =>
        plural(number, {
          one: `${events(number)} d’une adresse exclue`,
          other: `${events(number)} d’adresses exclues`,
        }),
      unknown: (number, domain) => `${events(number)} de ${domain}, un site inconnu ici`,
      check: "Contrôle du suivi",
      lead: (domain) =>
        `Indique si les événements de ${domain} arrivent et lesquels ne sont pas comptés.`,
      settings: "Modifier ce qui est compté",
      last: (event) => `Dernier événement : ${lastEvent(event)}`,
      noLast: "Aucun événement n’a été compté depuis hier.",
      since: "Non comptés depuis hier",
      nothingSince: "Tout ce qui est arrivé depuis hier a été compté.",
      days: "Événements par jour",
      day: "Jour",
      columns: {
        accepted: {
          label: "Comptés",
          meaning: "Pages vues, événements personnalisés et événements d’engagement.",
        },
        bot: {
          label: "Non comptés : robots",
          meaning: "Le navigateur indique qu’il est un robot.",
        },
        ip: {
          label: "Adresses exclues",
          meaning: "Non comptés : les paramètres excluent l’adresse.",
        },
        hostname: {
          label: "Autres sites",
          meaning: "Non comptés : la page est sur un autre domaine.",
        },
      },
      seconds: (number) => `${count(number)} s`,
      minutes: (number) => `${count(number)} min`,
      hours: (number) => `${count(number)} h`,
    },
    settings: {
      add: "Ajouter un site",
      domain: "Domaine",
      domainHint:
        "Par exemple example.com, sans port ni chemin. Les sous-domaines sont inclus. Le domaine ne peut pas être modifié plus tard.",
      open: "Ouvrir",
      openNamed: (domain) => `Ouvrir ${domain}`,
      timezone: "Fuseau horaire",
      timezoneNew: "Les jours commencent à minuit dans ce fuseau. Cherchez par ville ou par pays.",
      timezoneChange:
        "Les jours commencent à minuit dans ce fuseau. Les jours d’avant un changement gardent leurs chiffres.",
      timezoneOffset: (offset) => `${offset} actuellement.`,
      timezoneOption: (city, country) => (country === "" ? city : `${city}, ${country}`),
      timezonesFound: (number) =>
        number === 0
          ? "Aucun fuseau horaire trouvé."
          : `Fuseaux horaires trouvés : ${count(number)}.`,
      timezoneNone:
        "Aucun nom de ville ou de pays ne commence ainsi. Vous pouvez saisir le nom de n’importe quel fuseau horaire de l’IANA.",
      counting: "Ce qui est compté",
      aliases: "Alias",
      aliasesHint:
        "Les anciens domaines et les identifiants du site dans d’autres produits : 20 au maximum, un par ligne. Les scripts de suivi qui les utilisent fonctionnent, et les pages de ces domaines comptent.",
      bots: "Exclure les robots",
      botsHint: "Les robots sont reconnus au nom de leur navigateur.",
      addresses: "Adresses exclues",
      addressesHint:
        "Les visites depuis ces adresses IP et ces plages ne sont pas comptées. Une adresse ou une plage par ligne.",
      yours: (ip) => `La vôtre est ${ip}`,
      yoursIsThere: (ip, isSaved) =>
        isSaved
          ? `La vôtre, ${ip}, est exclue.`
          : `La vôtre, ${ip}, sera exclue après l’enregistrement.`,
      addYours: "Ajouter",
      addYoursNamed: (ip) => `Ajouter ${ip}`,
      dropParams: "Retirer ce qui suit le « ? » dans les adresses",
      dropParamsHint:
        "Les campagnes et les identifiants de clic restent reconnus. Les secrets et les adresses e-mail ne sont jamais conservés.",
      params: "Retirer seulement ces paramètres",
      paramsHint: "Un par ligne. Un * à la fin remplace n’importe quelle suite de caractères.",
      language: "Langue des e-mails",
      languageHint:
        "Rapports par e-mail, alertes, et messages des webhooks destinés aux personnes.",
      notifications: {
        title: "Rapports par e-mail et alertes",
        hint: "Des e-mails chaque semaine ou chaque mois, et des messages quand quelque chose d’inhabituel se produit.",
        open: "Configurer les rapports et les alertes",
      },
      moving: {
        title: "Import et export",
        hint: "Importez l’historique d’un autre produit, ou exportez vos événements.",
        open: "Import et export",
      },
      remove: "Supprimer",
      removeHint: (domain) => `Supprime définitivement ${domain} et toutes ses statistiques.`,
      removeOpen: "Supprimer le site…",
      removeTitle: (domain) => `Supprimer ${domain} ?`,
      removeWarning:
        "Le site et toutes ses statistiques seront supprimés. Cette action est irréversible.",
      removeConfirm: (domain) => `Saisissez ${domain} pour confirmer`,
      removeCancel: "Annuler",
      removeFinally: "Supprimer définitivement",
      mayNotWrite: "Vous pouvez voir ce site, mais pas le modifier.",
      save: "Enregistrer",
      saved: "Enregistré.",
      savedCounting: "Enregistré. Les règles de comptage s’appliquent dès maintenant.",
      notSaved: "Non enregistré. Les erreurs sont indiquées plus haut.",
    },
  };
};
