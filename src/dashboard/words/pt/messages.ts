import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Returns when it is a time of the day: "à 1:05", "às 13:05". */
const clock = (time: string) => `${/^0?1\D/.test(time) ? "à" : "às"} ${time}`;

/** Portuguese: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"pt">): MessageTables => {
  const rows = (number: number) =>
    plural(number, { one: `${count(number)} linha`, other: `${count(number)} linhas` });
  const days = (number: number) =>
    plural(number, { one: `${count(number)} dia`, other: `${count(number)} dias` });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} dias`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} horas`;
    return plural(minutes, {
      one: `${count(minutes)} minuto`,
      other: `${count(minutes)} minutos`,
    });
  };
  const times = {
    day: "todos os dias",
    week: "todas as segundas-feiras",
    month: "no primeiro dia de cada mês",
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
      required: "Este campo é obrigatório.",
      required_password: "Escolha uma senha, porque sem ela ninguém pode ver as estatísticas.",
      text: "Escreva um texto.",
      text_length: ({ min, max }) => `Use de ${min} a ${max} caracteres.`,
      text_max: ({ max }) => `Use no máximo ${max} caracteres.`,
      characters_max: ({ max }) => `Use no máximo ${max} caracteres.`,
      hidden_characters:
        "Não são aceitos caracteres de controle nem os que mudam a direção do texto.",
      lines_max: ({ max }) => `O limite é de ${max} linhas.`,
      no_email: "A senha não pode ser o endereço de e-mail.",
      email: ({ max }) => `Escreva um só endereço de e-mail, com no máximo ${max} caracteres.`,
      email_taken: "Outra pessoa já tem este endereço de e-mail.",
      password_of_now: "Escreva a sua senha atual.",
      password_wrong: "Esta não é a sua senha.",
      link_over: "Este link não é mais válido. Peça um novo.",
      last_owner: "Deve haver pelo menos um proprietário ativo.",
      person_disabled: "Esta pessoa está bloqueada.",
      grants_max: ({ max }) =>
        `Uma pessoa pode ter permissões em no máximo ${max} sites. Em vez disso, dê-lhe permissão em todos os sites.`,
      people_max: ({ max }) => `O limite é de ${max} pessoas.`,
      keys_max: ({ max }) => `O limite é de ${max} chaves.`,
      domain: "Escreva um nome de domínio, por exemplo, example.com, sem porta nem caminho.",
      domain_taken: "Este site já foi adicionado.",
      aliases: ({ max }) =>
        `O limite é de ${max} aliases. São feitos de letras, algarismos, pontos, hifens e sublinhados.`,
      alias_taken: ({ name }) => `Outro site já tem o nome ${name}.`,
      timezone: "Escolha um fuso horário da lista, por exemplo, Europe/Lisbon.",
      param_name: ({ name }) =>
        `“${name}” não é o nome de um parâmetro de URL. Um nome pode terminar em *.`,
      ip: ({ text }) => `“${text}” não é um endereço IP nem um intervalo como 203.0.113.0/24.`,
      date: "Escolha um dia que exista.",
      time_of_day: "Escreva uma hora, por exemplo, 09:30.",
      time_in_future: "Escolha um momento no futuro.",
      time_past: "Escolha um momento no futuro.",
      name_taken: "Este nome já está em uso.",
      segment_missing: "Este segmento não existe mais.",
      segment_broken:
        "Um filtro deste segmento não funciona mais, porque o seu objetivo ou funil não existe mais.",
      matcher_exclamation: "O texto não pode começar com !. Para esse caractere, escreva \\!.",
      matcher_tilde: "Escreva um texto depois de ~.",
      matcher_value: "Escreva um texto, um número, true ou false.",
      matcher_props: ({ max }) => `O limite é de ${max} propriedades.`,
      steps: ({ min, max }) => `Um funil tem de ${min} a ${max} etapas.`,
      files_max: ({ max }) => `O limite é de ${max} arquivos.`,
      file_names: ({ max }) => `O nome de um arquivo pode ter no máximo ${max} caracteres.`,
      files_empty: "Os arquivos estão vazios. Escolha o produto de onde vêm.",
      file_unknown: ({ name }) =>
        `O formato de ${name} é desconhecido. Escolha o produto de onde vem.`,
      alert_recipients: ({ max }) => `Escolha de 1 a ${max} pessoas, webhooks ou endereços.`,
      report_recipients: ({ max }) => `O limite é de ${max} endereços.`,
      recipient_person: "Esta pessoa não pode ver o site.",
      recipient_webhook: "Este webhook não existe mais.",
      goal_missing: "Este objetivo não existe mais.",
      http_url: "Escreva um endereço que comece com https:// ou http://.",
      url_user: "O endereço não pode conter um nome de acesso nem uma senha.",
      webhooks_max: ({ max }) => `O limite é de ${max} webhooks.`,
      two_hours: "Escolha duas horas diferentes.",
      integer: ({ min, max }) => `Escreva um número inteiro de ${min} a ${max}.`,
      number: ({ min, max }) => `Escreva um número de ${min} a ${max}.`,
      compared_window: ({ min }) => `Escolha pelo menos ${min} minutos.`,
      clock: "Escreva uma hora, por exemplo, 09:30.",
      secret: ({ max }) => `Use no máximo ${max} caracteres.`,
      api_key: "Escreva uma chave de API.",
      key_rights: "Escolha pelo menos uma permissão.",
      key_websites: ({ max }) => `Escolha de 1 a ${max} sites, ou todos.`,
      grants: ({ max }) =>
        `Uma pessoa pode ter permissões em no máximo ${max} sites. Em vez disso, dê-lhe permissão em todos os sites.`,
      share_reports: "Escolha pelo menos um relatório.",
      to_before_from: "O primeiro dia não pode ser depois do último.",
      filter_empty: "Um filtro não tem valor.",
      filter_goal: "Este objetivo não existe mais.",
      filter_step: "Esta etapa de um funil não existe mais.",
      filters_max: ({ max }) => `Todos os filtros juntos podem ter no máximo ${max} valores.`,
      segment_values: ({ max }) =>
        `O segmento e os filtros juntos podem ter no máximo ${max} valores.`,
      segment_filters: ({ max }) => `Um segmento tem de 1 a ${max} filtros.`,
      goal_watched: ({ name }) => `O alerta “${name}” trata deste objetivo.`,
      webhook_named: ({ name, domain }) => `O alerta “${name}” de ${domain} avisa este webhook.`,
      segment_shared: ({ name }) => `O link compartilhado “${name}” mostra este segmento.`,
      definitions_max: ({ max }) => `O limite é de ${max} por site.`,
      definition_size: "É grande demais para ser salvo.",
      definitions_size:
        "Os objetivos, funis, segmentos etc. deste site são grandes demais em conjunto. Apague alguns.",
      no_mail_server:
        "Este servidor ainda não pode enviar e-mails, porque nenhum servidor de e-mail está configurado.",
      key_address: "Escreva um endereço, porque uma chave não tem nenhum.",
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
        "access-log": "Logs de acesso",
      },
      rows,
      import: "Importação",
      hint: (domain, timezone) =>
        `Traz para ${domain} o histórico de outro produto ou os logs de acesso do site. Os dias são os do fuso horário ${timezone}. Os dias que já têm estatísticas ficam como estão.`,
      filesToImport: "Arquivos para importar",
      files: "Arquivos",
      filesHint:
        "Escolha um ou vários, ou solte-os aqui: como foram exportados, também em ZIP ou gzip.",
      chosenFiles: "Arquivos escolhidos",
      source: "Produto",
      anySource: "Reconhecer automaticamente",
      websiteId: "Identificador do site",
      websiteIdHint: "O identificador no Umami. É necessário se os arquivos tiverem vários sites.",
      check: "Verificar",
      progress: "Progresso",
      rowsRead: (number) =>
        plural(number, {
          one: `${count(number)} linha lida`,
          other: `${count(number)} linhas lidas`,
        }),
      sendingForCheck: "Envio dos arquivos para verificação em curso.",
      sending: "Envio dos arquivos em curso.",
      checking: "Verificação dos arquivos em curso. Ainda nada foi importado.",
      begun: "A importação começou. Ela continua mesmo depois de sair desta página.",
      importedBefore: "Estes arquivos já foram importados. A importação está na lista abaixo.",
      result: "Resultado da verificação",
      cannotBeImported: "Estes arquivos não podem ser importados",
      wouldDo: "A importação faria isto",
      nothingToImport: "Não há nada para importar",
      report: {
        from: "Proveniência",
        totalsOf: (source) => `${source}, totais por dia`,
        eventsOf: (source) => `${source}, eventos`,
        days: "Dias",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Adicionado aos dias que já existem",
        noDays: "Nenhum",
        daysLeft: "Dias deixados de fora",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} já tem estatísticas`,
              other: `${days(number)} já têm estatísticas`,
            }),
          imported: (number) =>
            plural(number, {
              one: `${days(number)} veio com outra importação`,
              other: `${days(number)} vieram com outra importação`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} ainda não terminou`,
              other: `${days(number)} ainda não terminaram`,
            }),
        },
        rowsRead: "Linhas lidas",
        rowsImported: "Linhas importadas",
        rowsSkipped: "Linhas ignoradas",
        skipped: {
          broken: (number) =>
            plural(number, {
              one: `${rows(number)} era ilegível`,
              other: `${rows(number)} eram ilegíveis`,
            }),
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} já existia`,
              other: `${rows(number)} já existiam`,
            }),
          bot: (number) =>
            plural(number, {
              one: `${rows(number)} era de um bot`,
              other: `${rows(number)} eram de bots`,
            }),
          ip: (number) =>
            plural(number, {
              one: `${rows(number)} era de um endereço excluído`,
              other: `${rows(number)} eram de endereços excluídos`,
            }),
          hostname: (number) =>
            plural(number, {
              one: `${rows(number)} pertence a outro host`,
              other: `${rows(number)} pertencem a outro host`,
            }),
          day_left: (number) =>
            plural(number, {
              one: `${rows(number)} é de um dia que fica como está`,
              other: `${rows(number)} são de dias que ficam como estão`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${rows(number)} é de um dia que não terminou`,
              other: `${rows(number)} são de dias que não terminaram`,
            }),
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} não é visualização de página nem evento`,
              other: `${rows(number)} não são visualizações de página nem eventos`,
            }),
          visitor: (number) =>
            plural(number, {
              one: `${rows(number)} não tem identificador de visitante`,
              other: `${rows(number)} não têm identificador de visitante`,
            }),
          time: (number) =>
            plural(number, {
              one: `${rows(number)} tem uma hora impossível`,
              other: `${rows(number)} têm uma hora impossível`,
            }),
        },
        skippedFor: (number, reason) => `${rows(number)}: ${reason}`,
        unknown: "Valores desconhecidos",
        unknownHint: "Contam como (desconhecido), com o número das suas linhas.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join(", ")}`,
        notRead: "Arquivos não lidos",
        totalsHint:
          "São totais por dia. Filtros, objetivos, funis, percursos e receita não funcionam nesses dias. O fuso horário da exportação deve ser o do site.",
        visitorsHint: "Os visitantes são contados por dia, como em todo o Footfall.",
      },
      list: {
        title: "Importações",
        none: "Ainda nada foi importado.",
        status: {
          running: "Em curso",
          done: "Concluída",
          failed: "Falhou",
          deleting: "Sendo desfeita",
        },
        isRunning: "Há uma importação em curso.",
        isBeingUndone: "Uma importação está sendo desfeita.",
        isUndone: "A importação foi desfeita.",
        isDone: (source) => `A importação de ${source} terminou.`,
        hasFailed: (source) => `A importação de ${source} falhou.`,
        removing: "Remoção dos dados em curso.",
        addedNothing: "Não adicionou nada.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "nenhum arquivo",
        filesAndMore: (name, others) => `${name} e mais ${count(others)}`,
        undo: { running: "Parar", done: "Desfazer", failed: "Remover" },
        undoNamed: {
          running: (id, source) => `Parar a importação ${id} de ${source}`,
          done: (id, source) => `Desfazer a importação ${id} de ${source}`,
          failed: (id, source) => `Remover a importação ${id} de ${source}`,
        },
        report: "Relatório",
        reportOf: (id) => `Relatório da importação ${id}`,
        statistics: "Estatísticas",
        statisticsOf: (id) => `Estatísticas dos dias da importação ${id}`,
      },
      undo: {
        keep: "Manter",
        stop: {
          title: (source) => `Parar a importação de ${source}?`,
          text: "A importação para, e tudo o que adicionou é removido.",
          button: "Parar a importação",
        },
        remove: {
          title: (source) => `Remover a importação de ${source}?`,
          button: "Remover a importação",
          nothing: "Não adicionou nada. Só esta entrada é removida.",
          nothingButton: "Remover a entrada",
        },
        undo: {
          title: (source) => `Desfazer a importação de ${source}?`,
          button: "Desfazer a importação",
        },
        rows: (number) =>
          plural(number, {
            one: `${rows(number)} será removida das estatísticas. O que o próprio Footfall coletou é mantido. Os mesmos arquivos podem ser importados de novo.`,
            other: `${rows(number)} serão removidas das estatísticas. O que o próprio Footfall coletou é mantido. Os mesmos arquivos podem ser importados de novo.`,
          }),
        rowsOfDays: (number, dayCount, range) =>
          plural(number, {
            one: `${rows(number)} de ${days(dayCount)}, ${range}, será removida das estatísticas. O que o próprio Footfall coletou é mantido. Os mesmos arquivos podem ser importados de novo.`,
            other: `${rows(number)} de ${days(dayCount)}, ${range}, serão removidas das estatísticas. O que o próprio Footfall coletou é mantido. Os mesmos arquivos podem ser importados de novo.`,
          }),
      },
      failures: {
        IMPORT_RUNNING:
          "Outra importação deste site está em curso, em verificação ou sendo desfeita. Espere que termine e tente de novo.",
        BODY_TOO_LARGE:
          "Os arquivos são maiores do que o servidor aceita. O limite é a configuração IMPORT_BYTES_MAX do servidor.",
        UNSUPPORTED_MEDIA_TYPE:
          "O servidor não aceitou os arquivos. Talvez um proxy tenha alterado a solicitação.",
        NOT_FOUND: "Esta importação não existe mais.",
        BROKEN_OFF:
          "O envio foi interrompido. Talvez o servidor esteja indisponível, ou os arquivos sejam grandes demais, ou tenham mudado.",
      },
      export: {
        title: "Exportação",
        hint: (domain) =>
          `Faz download de todos os eventos de ${domain} com todos os campos guardados.`,
        from: "De",
        to: "Até",
        format: "Formato",
        formats: {
          ndjson: "NDJSON, importável de novo",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Download em curso.",
        downloaded: "Download concluído.",
        download: "Download",
      },
    },
    notifications: {
      send: "Enviar um teste",
      sendNamed: (name) => `Enviar um teste: ${name}`,
      sending: "Envio em curso…",
      sent: (to) => `${to}: enviado.`,
      notSent: (to, problem) => `${to}: não enviado. O motivo: ${problem}`,
      toMe: "O seu endereço",
      changeNamed: (name) => `Editar ${name}`,
      deleteTitle: (name) => `Apagar ${name}?`,
      name: "Nome",
      off: "Desligado",
      mayNotWrite: "É possível ver este site, mas não alterá-lo.",
      noMail: {
        title: "Nenhum servidor de e-mail está configurado",
        text: "Enquanto não houver um, ninguém recebe e-mails. Quem administra este servidor define SMTP_URL, REPORT_FROM e BASE_URL, como no exemplo abaixo, e reinicia o Footfall.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "Saber mais sobre os relatórios por e-mail",
        short:
          "Este servidor ainda não pode enviar e-mails, porque nenhum servidor de e-mail está configurado.",
      },
      recipients: {
        title: "Quem é avisado",
        me: (email) => `Eu, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `pessoa ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `webhook ${id}`,
        addresses: "Endereços de e-mail",
        moreAddresses: "Outros endereços de e-mail",
        addressesHint: "Um por linha.",
        none: "Escolha alguém ou escreva um endereço.",
        wrong: (name, error) => `${name}: ${error}`,
      },
      reports: {
        title: "Relatórios por e-mail",
        hint: "Um e-mail com os visitantes, as páginas, as origens e os objetivos do período anterior, e como mudaram.",
        periods: { day: "Todos os dias", week: "Todas as semanas", month: "Todos os meses" },
        periodsTitle: "Frequência",
        sendAt: "Hora",
        sendAtHint: (zone) => `No fuso horário do site, ${zone}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            one: "Um por linha. Se ficar vazio, os relatórios vão para o endereço de REPORT_TO, no servidor.",
            other: `Um por linha. Se ficar vazio, os relatórios vão para os ${count(number)} endereços de REPORT_TO, no servidor.`,
          }),
        off: "Ninguém recebe relatórios, porque nenhum foi escolhido.",
        plan: (to, when, time) =>
          `Um e-mail é enviado ${timesText(when)} ${clock(time)}. Destinatários: ${list(to, "and")}.`,
        defaults: (number) =>
          plural(number, {
            one: "o endereço de REPORT_TO",
            other: `os ${count(number)} endereços de REPORT_TO`,
          }),
        nobody: "Escreva pelo menos um endereço.",
        last: {
          none: "Nenhum relatório foi enviado nos últimos 60 dias.",
          sent: (time) => `O último relatório foi enviado em ${time}.`,
          failed: (time, problem) =>
            `Não foi possível enviar o último relatório em ${time}. O motivo: ${problem}`,
        },
      },
      mine: {
        title: "Relatórios por e-mail de todos os sites",
        hint: "Um só e-mail com os visitantes e as visualizações de página de todos os sites a que a sua conta tem acesso, no máximo 200.",
        timezone: "Fuso horário",
        off: "Nenhum e-mail deste tipo é enviado, porque nenhuma frequência foi escolhida.",
        plan: (email, when, time, zone) =>
          `Um e-mail é enviado para ${email} ${timesText(when)} ${clock(time)}, no fuso horário ${zone}.`,
      },
      alerts: {
        title: "Alertas",
        hint: "Uma mensagem quando acontece algo fora do normal, e outra quando passa.",
        none: "Ainda não há alertas.",
        add: "Adicionar um alerta",
        addAction: "Adicionar alerta",
        added: "O alerta está ligado. Envie um teste para ver se a mensagem chega.",
        deleteHint: "Ele deixará de enviar avisos.",
        firingSince: (time) => `Disparado desde ${time}`,
        firing: "Disparado",
        quietSince: (time) => `Em repouso desde ${time}.`,
        quiet: "Em repouso: ainda não disparou.",
        isOff: "Está desligado.",
        last: {
          sent: (time) => `A última mensagem foi enviada em ${time}.`,
          failed: (time, problem) =>
            `A última mensagem não chegou a todos em ${time}. O motivo: ${problem}`,
        },
        when: "Avisar quando",
        kinds: {
          silence: {
            option: "não chegar nada",
            name: "Não chega nada",
            hint: "Talvez o site esteja fora do ar, ou falte o código de rastreamento. Se ninguém vem à noite, escolha horas abaixo.",
          },
          usualAbove: {
            option: "houver mais do que o habitual",
            name: "Mais do que o habitual",
            hint: "Em comparação com a mediana das mesmas horas deste dia da semana nas últimas quatro semanas. Precisa de dados de duas semanas.",
          },
          usualBelow: {
            option: "houver menos do que o habitual",
            name: "Menos do que o habitual",
            hint: "Em comparação com a mediana das mesmas horas deste dia da semana nas últimas quatro semanas. Precisa de dados de duas semanas.",
          },
          above: {
            option: "houver mais de um certo número",
            name: "Mais de um certo número",
            hint: "",
          },
          below: {
            option: "houver menos de um certo número",
            name: "Menos de um certo número",
            hint: "",
          },
          goal: {
            option: "um objetivo for alcançado",
            name: "Um objetivo é alcançado",
            hint: "",
          },
          other: { option: "como até agora", name: "Alerta", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Mais ${noun} do que o habitual`,
          usualBelow: (noun) => `Menos ${noun} do que o habitual`,
          above: (noun, number) => `Mais de ${number} ${noun}`,
          below: (noun, number) => `Menos de ${number} ${noun}`,
          goal: (goal) => `O objetivo ${goal} é alcançado`,
        },
        measure: "Métrica",
        measures: {
          visitors: "Visitantes",
          pageviews: "Visualizações de página",
          events: "Eventos personalizados",
        },
        measureOfGoal: (goal) => `Objetivo ${goal}`,
        nouns: {
          visitors: (number) => (number === 1 ? "visitante" : "visitantes"),
          pageviews: (number) =>
            number === 1 ? "visualização de página" : "visualizações de página",
          events: (number) => (number === 1 ? "evento personalizado" : "eventos personalizados"),
        },
        nounOfGoal: (goal, number) =>
          number === 1 ? `conversão do objetivo ${goal}` : `conversões do objetivo ${goal}`,
        unknownGoal: (id) => `número ${id} (apagado)`,
        goal: "Objetivo",
        silentFor: "Durante",
        window: "No espaço de",
        minutes: minutesText,
        more: "Mais de",
        fewer: "Menos de",
        least: "Quantas vezes no mínimo",
        timesAbove: "Mais de",
        timesBelow: "Menos de",
        times: (factor) => `${decimal(factor)} vezes o habitual`,
        share: (share) => `${percent(share)} do habitual`,
        someHours: "Só em certas horas do dia",
        from: "De",
        until: "Até",
        pause: "No máximo uma vez a cada",
        isOn: "O alerta está ligado",
        does: {
          silence: (minutes) =>
            `Envia uma mensagem quando não chega nada durante ${minutesText(minutes)}.`,
          usualAbove: (noun, factor, minutes) =>
            `Envia uma mensagem quando há mais de ${decimal(factor)} vezes o número habitual de ${noun} em ${minutesText(minutes)}.`,
          usualBelow: (noun, share, minutes) =>
            `Envia uma mensagem quando há menos de ${percent(share)} do número habitual de ${noun} em ${minutesText(minutes)}.`,
          above: (noun, number, minutes) =>
            `Envia uma mensagem quando há mais de ${number} ${noun} em ${minutesText(minutes)}.`,
          below: (noun, number, minutes) =>
            `Envia uma mensagem quando há menos de ${number} ${noun} em ${minutesText(minutes)}.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Envia uma mensagem quando o objetivo ${goal} é alcançado em ${minutesText(minutes)}.`,
              other: `Envia uma mensagem quando o objetivo ${goal} é alcançado ${count(number)} vezes em ${minutesText(minutes)}.`,
            }),
          other: "Envia uma mensagem segundo uma regra definida por um programa.",
        },
        hours: (from, until, zone) =>
          `Só verifica entre ${from} e ${until}, no fuso horário ${zone}.`,
        goesTo: (to) => `Destinatários: ${list(to, "and")}.`,
        over: (minutes) =>
          `Avisa no máximo uma vez a cada ${minutesText(minutes)}, e de novo quando passa.`,
      },
      webhooks: {
        title: "Webhooks",
        hint: "Um webhook é um endereço que o Footfall chama: um canal do Slack ou do Discord, ou um programa seu. Serve para todos os sites.",
        none: "Ainda não há webhooks.",
        add: "Adicionar um webhook",
        addAction: "Adicionar webhook",
        added: "O webhook está ligado. Envie um teste para ver se a mensagem chega.",
        deleteHint: "O Footfall deixará de chamá-lo. Os alertas que o citam vão ignorá-lo.",
        url: "Endereço",
        urlHint:
          "Começa com https://. No Slack e no Discord, aparece onde se adiciona um webhook de entrada.",
        format: "Formato",
        formats: { json: "JSON, para um programa", slack: "Slack", discord: "Discord" },
        events: "O que recebe de todos os sites",
        eventsHint: "Cada alerta escolhe os seus próprios webhooks.",
        eventNames: {
          report: "Os relatórios programados",
          import: "As importações concluídas",
          goal: "Os objetivos alcançados",
        },
        gets: {
          report: "relatórios",
          import: "importações concluídas",
          goal: "objetivos alcançados",
        },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Recebe os alertas que o citam.`
            : `${form}. Recebe os alertas que o citam e, de todos os sites, ${list(gets, "and")}.`,
        secret: "Segredo (opcional)",
        secretHint:
          "As solicitações são assinadas com ele, para que o programa saiba que vêm daqui. Nunca mais será mostrado.",
        secretKeep: "Já existe um. Deixe vazio para mantê-lo.",
        secretRemove: "Remover o segredo",
        isOn: "O webhook está ligado",
        failed: (time) => `Desligado em ${time}, depois de uma semana de falhas.`,
        last: {
          none: "Não foi chamado nos últimos 60 dias.",
          sent: (time) => `A última chamada chegou em ${time}.`,
          failed: (time, problem) => `A última chamada falhou em ${time}. O motivo: ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed:
          "O arquivo está comprimido com bzip2, xz ou zstd. Descomprima-o, ou comprima-o com gzip.",
        classic_balancer:
          "É o log de um Classic Load Balancer. Importe os logs dos servidores que estão atrás dele.",
        s3: "É o log de um bucket do S3. Importe os logs da CDN que está à frente dele.",
        iso_times: "As horas estão em ISO 8601. Registre $time_local com nginx, ou %t com Apache.",
        matomo_report:
          "É um relatório do Matomo. Importe o que Live.getLastVisitsDetails responde em JSON.",
        swetrix:
          "É uma exportação do Swetrix, que não tem dias. Importe os logs de acesso do servidor.",
        rybbit:
          "As exportações do Rybbit não podem ser lidas. Importe os logs de acesso do servidor.",
        posthog: ({ path }) => `São eventos do PostHog. Envie-os para POST ${path}.`,
        cloudflare_analytics:
          "É uma resposta do Cloudflare Web Analytics. Importe http_requests do Logpush.",
        no_format: ({ formats }) =>
          `As primeiras linhas não têm nenhum destes formatos: ${formats}.`,
        lines_broken: ({ broken, lines }) => `${broken} de ${lines} linhas estão danificadas.`,
        cloudflare_fields: ({ fields }) =>
          `Falta nas linhas: ${fields}. Adicione isso aos campos da tarefa do Logpush.`,
        w3c_no_fields: "O arquivo não começa com #Fields.",
        w3c_fields: ({ fields }) =>
          `Falta em #Fields: ${fields}. Adicione isso aos campos que o servidor registra.`,
        haproxy_captures:
          "Os cabeçalhos capturados não começam com User-Agent. Capture os cabeçalhos User-Agent, Referer e Host das solicitações, nesta ordem.",
        agents_combined:
          "Faltam os User-Agents. O servidor tem de registrar no formato “combined”, que os contém.",
        agents_caddy:
          "Faltam os User-Agents. Nenhum filtro da diretiva “log” pode apagar request>headers>User-Agent.",
        agents_traefik:
          "Faltam os User-Agents. Defina accessLog.fields.headers.names.User-Agent como “keep”.",
        agents_w3c:
          "Faltam os User-Agents. Adicione cs(User-Agent) aos campos que o servidor registra.",
        agents_alb:
          "Faltam os User-Agents. Os load balancers sempre os registram, portanto as linhas foram alteradas.",
        agents_cloudflare:
          "Faltam os User-Agents. Adicione ClientRequestUserAgent aos campos da tarefa do Logpush.",
        agents_nginx:
          'Faltam os User-Agents. Adicione "http_user_agent":"$http_user_agent" ao log_format.',
        agents_haproxy:
          "Faltam os User-Agents. Capture os cabeçalhos User-Agent, Referer e Host das solicitações, nesta ordem.",
        permission: "O Footfall não tem permissão para ler este arquivo.",
        directory: "É um diretório.",
        empty_directory: "Não contém nenhum arquivo.",
        no_file: "Esse arquivo não existe.",
        gzip_cut: "Os dados gzip terminam cedo demais.",
        gzip_corrupt: "Os dados gzip estão danificados.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `Não é possível ler ${file}: ${text}`,
        file_stopped: ({ file, why }) => `${file}: ${why} Nada foi importado.`,
        file: named,
        gzip_broken: ({ file }) => `Os dados gzip de ${file} estão danificados.`,
        no_zip: ({ file }) => `${file} não é um arquivo ZIP.`,
        zip_broken: ({ file }) => `O arquivo ZIP ${file} está danificado ou incompleto.`,
        entry_forbidden: ({ entry, file }) => `O nome “${entry}” em ${file} não é permitido.`,
        entry_encrypted: ({ entry, file }) => `“${entry}” em ${file} está cifrado.`,
        entry_method: ({ entry, file }) =>
          `“${entry}” em ${file} não está comprimido com “store” nem com “deflate”.`,
        entry_twice: ({ entry, file }) => `“${entry}” está duas vezes em ${file}.`,
        entry_broken: ({ entry, file }) =>
          `Os dados de “${entry}” em ${file} estão danificados ou incompletos.`,
        entry_other: ({ entry, file }) =>
          `O conteúdo de “${entry}” não é o que o diretório de ${file} indica.`,
        zip_encrypted: ({ file }) => `${file} está cifrado.`,
        zip_entries: ({ file, max }) => `${file} contém mais de ${max} arquivos.`,
        zip_entry_bytes: ({ file, max }) => `Um arquivo em ${file} tem mais de ${max} bytes.`,
        zip_bytes: ({ file, max }) => `${file} tem mais de ${max} bytes depois de descomprimido.`,
        zip_name: ({ file }) => `Um nome ou um comentário em ${file} é longo demais.`,
        zip_overlap: ({ file }) => `Há arquivos em ${file} que se sobrepõem.`,
        zip_empty: ({ file }) => `${file} não contém arquivos.`,
        half_broken: ({ file }) => `Mais da metade das linhas de ${file} está danificada.`,
        rows_broken: ({ broken, rows, file }) =>
          `${broken} de ${rows} linhas de ${file} estão danificadas. Nada foi importado.`,
        other_days: ({ file, day }) =>
          `A maioria das linhas de ${file} é de dias que imported_visitors não tem, por exemplo, ${day}.`,
        columns: ({ file, columns }) => `Faltam colunas em ${file}: ${columns}.`,
        same_table: ({ file, other }) => `${file} e ${other} são a mesma tabela.`,
        tables: ({ file, max }) => `${file} contém mais de ${max} tabelas.`,
        json_list: ({ file }) => `${file} não é uma lista em JSON.`,
        json_end: ({ file }) => `${file} termina no meio da lista.`,
        plausible_visitors: "Falta a tabela imported_visitors.",
        umami_events: "Falta website_event.csv.",
        umami_totals: ({ file }) =>
          `${file} é da exportação de totais do Umami, que não tem datas. Importe a exportação de dados, que contém website_event.csv.`,
        umami_website: ({ websites }) =>
          `Os arquivos contêm vários sites. Escreva o identificador de um deles: ${websites}.`,
        umami_other_website: ({ websites }) =>
          `Os arquivos não contêm este site. Contêm: ${websites}.`,
        goatcounter: "Nenhum arquivo tem a coluna 2Path do GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} é uma exportação do GoatCounter na versão ${version}. Só a versão 2 pode ser importada.`,
        simple_analytics: "Nenhum arquivo tem as colunas added_iso e path do Simple Analytics.",
        matomo_error: ({ file }) => `${file} é uma mensagem de erro do Matomo.`,
        matomo: ({ file }) => `${file} não é uma lista de visitas do Matomo.`,
        footfall: ({ file }) => `${file} não é uma exportação do Footfall em NDJSON.`,
        ga4_list: ({ file }) => `${file} é uma lista. Exporte NDJSON, com um evento por linha.`,
        ga4: ({ file }) => `${file} não contém eventos do Google Analytics 4 em NDJSON.`,
        ga4_days:
          "Nenhuma tabela tem os números dos dias. Exporte a data com “Active users”, “Sessions” e “Views”, em inglês.",
        fathom_days:
          "Nenhuma tabela tem os números dos dias. Adicione Site.csv, ou uma exportação sem detalhamento.",
        option: "Os arquivos deste produto não precisam de identificador do site.",
        report_too_large: "O relatório da importação ficou grande demais.",
        files_gone: "Os arquivos da importação não existem mais.",
        stopped: "A importação parou inesperadamente. O motivo está no log do servidor.",
        cut_off: "O comando foi interrompido antes do fim da importação.",
        cut_off_again:
          "O comando foi interrompido antes do fim da importação. Para continuar, execute-o de novo.",
        interrupted: "O comando foi interrompido.",
        interrupted_again: "O comando foi interrompido. Para continuar, execute-o de novo.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `O destinatário respondeu ${status}, e o Footfall não segue redirecionamentos.`,
        answer: ({ status }) => `O destinatário respondeu ${status}.`,
        no_answer: ({ seconds }) => `Não houve resposta em ${seconds} segundos.`,
        private_address: ({ host }) =>
          `${host} é um endereço privado. WEBHOOK_PRIVATE_ADDRESSES=1 permitiria usá-lo.`,
        closed: "A conexão foi fechada.",
        recipient_refused: "O servidor de e-mail recusou o destinatário.",
        no_mail_server:
          "Este servidor ainda não pode enviar e-mails, porque nenhum servidor de e-mail está configurado.",
        not_called: "Não foi possível chamar o webhook. Os proprietários veem o motivo.",
        not_mailed: "Não foi possível enviar o e-mail. Os proprietários veem o motivo.",
        no_webhook: "Este webhook não existe mais.",
        no_person: "Esta pessoa não existe mais, ou está bloqueada.",
        may_not_see: "Esta pessoa não pode ver o site.",
        unknown: "O motivo é desconhecido.",
      },
    },
  };
};
