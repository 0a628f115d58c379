import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Returns a time with its article: "la 1:05", "las 13:05". */
const clock = (time: string) => `${/^0?1\D/.test(time) ? "la" : "las"} ${time}`;

/** Spanish: wrong fields, failures, imports and notifications. */
export const tables = ({ plural, count, percent, decimal, list }: Tools<"es">): MessageTables => {
  const rows = (number: number) =>
    plural(number, { one: `${count(number)} fila`, other: `${count(number)} filas` });
  const days = (number: number) =>
    plural(number, { one: `${count(number)} día`, other: `${count(number)} días` });
  const minutesText = (minutes: number) => {
    if (minutes > 1440 && minutes % 1440 === 0) return `${count(minutes / 1440)} días`;
    if (minutes > 60 && minutes % 60 === 0) return `${count(minutes / 60)} horas`;
    return plural(minutes, { one: "1 minuto", other: `${count(minutes)} minutos` });
  };
  const times = {
    day: "cada día",
    week: "cada lunes",
    month: "el día 1 de cada mes",
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
      required: "Este campo es obligatorio.",
      required_password: "Elige una contraseña, porque sin ella nadie puede ver las estadísticas.",
      text: "Escribe un texto.",
      text_length: ({ min, max }) => `Usa entre ${min} y ${max} caracteres.`,
      text_max: ({ max }) => `Usa ${max} caracteres como máximo.`,
      characters_max: ({ max }) => `Usa ${max} caracteres como máximo.`,
      hidden_characters:
        "No se admiten caracteres de control ni los que cambian la dirección del texto.",
      lines_max: ({ max }) => `El límite es de ${max} líneas.`,
      no_email: "La contraseña no puede ser la dirección de correo.",
      email: ({ max }) => `Escribe una sola dirección de correo, de ${max} caracteres como máximo.`,
      email_taken: "Otra persona ya tiene esta dirección de correo.",
      password_of_now: "Escribe tu contraseña actual.",
      password_wrong: "Esta no es tu contraseña.",
      link_over: "Este enlace ya no es válido. Pide uno nuevo.",
      last_owner: "Debe quedar al menos un propietario activo.",
      person_disabled: "Esta persona está bloqueada.",
      grants_max: ({ max }) =>
        `Una persona puede tener permisos en ${max} sitios como máximo. En su lugar, dale permiso en todos los sitios.`,
      people_max: ({ max }) => `El límite es de ${max} personas.`,
      keys_max: ({ max }) => `El límite es de ${max} claves.`,
      domain: "Escribe un nombre de dominio, por ejemplo, example.com, sin puerto ni ruta.",
      domain_taken: "Este sitio ya se ha añadido.",
      aliases: ({ max }) =>
        `El límite es de ${max} alias. Se componen de letras, cifras, puntos, guiones y guiones bajos.`,
      alias_taken: ({ name }) => `Otro sitio ya tiene el nombre ${name}.`,
      timezone: "Elige una zona horaria de la lista, por ejemplo, Europe/Madrid.",
      param_name: ({ name }) =>
        `“${name}” no es el nombre de un parámetro de URL. Un nombre puede acabar en *.`,
      ip: ({ text }) => `“${text}” no es una dirección IP ni un rango como 203.0.113.0/24.`,
      date: "Elige un día que exista.",
      time_of_day: "Escribe una hora, por ejemplo, 09:30.",
      time_in_future: "Elige un momento futuro.",
      time_past: "Elige un momento futuro.",
      name_taken: "Este nombre ya está en uso.",
      segment_missing: "Este segmento ya no existe.",
      segment_broken:
        "Un filtro de este segmento ya no funciona, porque su objetivo o embudo ya no existe.",
      matcher_exclamation: "El texto no puede empezar por !. Para ese carácter, escribe \\!.",
      matcher_tilde: "Escribe un texto después de ~.",
      matcher_value: "Escribe un texto, un número, true o false.",
      matcher_props: ({ max }) => `El límite es de ${max} propiedades.`,
      steps: ({ min, max }) => `Un embudo tiene entre ${min} y ${max} pasos.`,
      files_max: ({ max }) => `El límite es de ${max} archivos.`,
      file_names: ({ max }) => `El nombre de un archivo puede tener ${max} caracteres como máximo.`,
      files_empty: "Los archivos están vacíos. Elige el producto del que provienen.",
      file_unknown: ({ name }) =>
        `El formato de ${name} es desconocido. Elige el producto del que proviene.`,
      alert_recipients: ({ max }) => `Elige entre 1 y ${max} personas, webhooks o direcciones.`,
      report_recipients: ({ max }) => `El límite es de ${max} direcciones.`,
      recipient_person: "Esta persona no puede ver el sitio.",
      recipient_webhook: "Este webhook ya no existe.",
      goal_missing: "Este objetivo ya no existe.",
      http_url: "Escribe una dirección que empiece por https:// o http://.",
      url_user: "La dirección no puede contener un usuario ni una contraseña.",
      webhooks_max: ({ max }) => `El límite es de ${max} webhooks.`,
      two_hours: "Elige dos horas distintas.",
      integer: ({ min, max }) => `Escribe un número entero entre ${min} y ${max}.`,
      number: ({ min, max }) => `Escribe un número entre ${min} y ${max}.`,
      compared_window: ({ min }) => `Elige al menos ${min} minutos.`,
      clock: "Escribe una hora, por ejemplo, 09:30.",
      secret: ({ max }) => `Usa ${max} caracteres como máximo.`,
      api_key: "Escribe una clave de API.",
      key_rights: "Elige al menos un permiso.",
      key_websites: ({ max }) => `Elige entre 1 y ${max} sitios, o todos.`,
      grants: ({ max }) =>
        `Una persona puede tener permisos en ${max} sitios como máximo. En su lugar, dale permiso en todos los sitios.`,
      share_reports: "Elige al menos un informe.",
      to_before_from: "El primer día no puede ser posterior al último.",
      filter_empty: "Un filtro no tiene valor.",
      filter_goal: "Este objetivo ya no existe.",
      filter_step: "Este paso de un embudo ya no existe.",
      filters_max: ({ max }) => `Todos los filtros juntos pueden tener ${max} valores como máximo.`,
      segment_values: ({ max }) =>
        `El segmento y los filtros juntos pueden tener ${max} valores como máximo.`,
      segment_filters: ({ max }) => `Un segmento tiene entre 1 y ${max} filtros.`,
      goal_watched: ({ name }) => `La alerta “${name}” trata de este objetivo.`,
      webhook_named: ({ name, domain }) => `La alerta “${name}” de ${domain} avisa a este webhook.`,
      segment_shared: ({ name }) => `El enlace compartido “${name}” muestra este segmento.`,
      definitions_max: ({ max }) => `El límite es de ${max} por sitio.`,
      definition_size: "Es demasiado grande para guardarse.",
      definitions_size:
        "Los objetivos, embudos, segmentos, etc. de este sitio son demasiado grandes en conjunto. Elimina algunos.",
      no_mail_server:
        "Este servidor todavía no puede enviar correos, porque no hay ningún servidor de correo configurado.",
      key_address: "Escribe una dirección, porque una clave no tiene.",
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
        "access-log": "Registros de acceso",
      },
      rows,
      import: "Importación",
      hint: (domain, timezone) =>
        `Trae a ${domain} el historial de otro producto o los registros de acceso del sitio. Los días son los de la zona horaria ${timezone}. Los días que ya tienen estadísticas se quedan como están.`,
      filesToImport: "Archivos para importar",
      files: "Archivos",
      filesHint:
        "Elige uno o varios, o arrástralos aquí: tal como se exportaron, también en ZIP o gzip.",
      chosenFiles: "Archivos elegidos",
      source: "Producto",
      anySource: "Detectar automáticamente",
      websiteId: "Identificador del sitio",
      websiteIdHint:
        "El identificador en Umami. Hace falta si los archivos contienen varios sitios.",
      check: "Comprobar",
      progress: "Progreso",
      rowsRead: (number) =>
        plural(number, {
          one: `${count(number)} fila leída`,
          other: `${count(number)} filas leídas`,
        }),
      sendingForCheck: "Enviando los archivos para comprobarlos.",
      sending: "Enviando los archivos.",
      checking: "Comprobando los archivos. Todavía no se importa nada.",
      begun: "La importación ha empezado. Continúa aunque salgas de esta página.",
      importedBefore: "Estos archivos ya se importaron. Su importación está en la lista de abajo.",
      result: "Resultado de la comprobación",
      cannotBeImported: "Estos archivos no se pueden importar",
      wouldDo: "La importación haría esto",
      nothingToImport: "No hay nada que importar",
      report: {
        from: "Origen",
        totalsOf: (source) => `${source}, totales por día`,
        eventsOf: (source) => `${source}, eventos`,
        days: "Días",
        taken: (number, range) => `${days(number)}, ${range}`,
        addedToDays: "Añadido a los días que ya existen",
        noDays: "Ninguno",
        daysLeft: "Días omitidos",
        left: {
          collected: (number) =>
            plural(number, {
              one: `${days(number)} ya tiene estadísticas`,
              other: `${days(number)} ya tienen estadísticas`,
            }),
          imported: (number) =>
            plural(number, {
              one: `${days(number)} vino con otra importación`,
              other: `${days(number)} vinieron con otra importación`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${days(number)} aún no ha terminado`,
              other: `${days(number)} aún no han terminado`,
            }),
        },
        rowsRead: "Filas leídas",
        rowsImported: "Filas importadas",
        rowsSkipped: "Filas omitidas",
        skipped: {
          broken: (number) =>
            plural(number, {
              one: `${rows(number)} no se pudo leer`,
              other: `${rows(number)} no se pudieron leer`,
            }),
          duplicate: (number) =>
            plural(number, {
              one: `${rows(number)} ya estaba`,
              other: `${rows(number)} ya estaban`,
            }),
          bot: (number) =>
            plural(number, {
              one: `${rows(number)} era de un bot`,
              other: `${rows(number)} eran de bots`,
            }),
          ip: (number) =>
            plural(number, {
              one: `${rows(number)} era de una dirección excluida`,
              other: `${rows(number)} eran de direcciones excluidas`,
            }),
          hostname: (number) =>
            plural(number, {
              one: `${rows(number)} pertenece a otro host`,
              other: `${rows(number)} pertenecen a otro host`,
            }),
          day_left: (number) =>
            plural(number, {
              one: `${rows(number)} es de un día que se queda como está`,
              other: `${rows(number)} son de días que se quedan como están`,
            }),
          not_over: (number) =>
            plural(number, {
              one: `${rows(number)} es de un día que no ha terminado`,
              other: `${rows(number)} son de días que no han terminado`,
            }),
          kind: (number) =>
            plural(number, {
              one: `${rows(number)} no es una página vista ni un evento`,
              other: `${rows(number)} no son páginas vistas ni eventos`,
            }),
          visitor: (number) =>
            plural(number, {
              one: `${rows(number)} no tiene identificador de visitante`,
              other: `${rows(number)} no tienen identificador de visitante`,
            }),
          time: (number) =>
            plural(number, {
              one: `${rows(number)} tiene una hora imposible`,
              other: `${rows(number)} tienen una hora imposible`,
            }),
        },
        skippedFor: (number, reason) => `${rows(number)}: ${reason}`,
        unknown: "Valores desconocidos",
        unknownHint: "Cuentan como (desconocido), con el número de sus filas.",
        spelling: (spelling, number) => `${spelling} (${count(number)})`,
        spellings: (dimension, spellings) => `${dimension}: ${spellings.join(", ")}`,
        notRead: "Archivos no leídos",
        totalsHint:
          "Son totales por día. Los filtros, los objetivos, los embudos, los recorridos y los ingresos no funcionan en esos días. La zona horaria de la exportación debe ser la del sitio.",
        visitorsHint: "Los visitantes se cuentan por día, como en todo Footfall.",
      },
      list: {
        title: "Importaciones",
        none: "Todavía no se ha importado nada.",
        status: {
          running: "En curso",
          done: "Terminada",
          failed: "Fallida",
          deleting: "Deshaciéndose",
        },
        isRunning: "Hay una importación en curso.",
        isBeingUndone: "Se está deshaciendo una importación.",
        isUndone: "La importación se ha deshecho.",
        isDone: (source) => `La importación desde ${source} ha terminado.`,
        hasFailed: (source) => `La importación desde ${source} ha fallado.`,
        removing: "Se están quitando sus datos.",
        addedNothing: "No añadió nada.",
        added: (range, dayCount, rowCount) => `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
        files: (day, files) => `${day}, ${files}`,
        noFiles: "ningún archivo",
        filesAndMore: (name, others) =>
          plural(others, {
            one: `${name} y 1 más`,
            other: `${name} y ${count(others)} más`,
          }),
        undo: { running: "Detener", done: "Deshacer", failed: "Quitar" },
        undoNamed: {
          running: (id, source) => `Detener la importación ${id} desde ${source}`,
          done: (id, source) => `Deshacer la importación ${id} desde ${source}`,
          failed: (id, source) => `Quitar la importación ${id} desde ${source}`,
        },
        report: "Informe",
        reportOf: (id) => `Informe de la importación ${id}`,
        statistics: "Estadísticas",
        statisticsOf: (id) => `Estadísticas de los días de la importación ${id}`,
      },
      undo: {
        keep: "Conservar",
        stop: {
          title: (source) => `¿Detener la importación desde ${source}?`,
          text: "La importación se detiene y se quita todo lo que añadió.",
          button: "Detener la importación",
        },
        remove: {
          title: (source) => `¿Quitar la importación desde ${source}?`,
          button: "Quitar la importación",
          nothing: "No añadió nada. Solo se quita esta entrada.",
          nothingButton: "Quitar la entrada",
        },
        undo: {
          title: (source) => `¿Deshacer la importación desde ${source}?`,
          button: "Deshacer la importación",
        },
        rows: (number) =>
          plural(number, {
            one: `${rows(number)} se quitará de las estadísticas. Lo que Footfall recopiló por su cuenta se conserva. Los mismos archivos se pueden volver a importar.`,
            other: `${rows(number)} se quitarán de las estadísticas. Lo que Footfall recopiló por su cuenta se conserva. Los mismos archivos se pueden volver a importar.`,
          }),
        rowsOfDays: (number, dayCount, range) =>
          plural(number, {
            one: `${rows(number)} de ${days(dayCount)}, ${range}, se quitará de las estadísticas. Lo que Footfall recopiló por su cuenta se conserva. Los mismos archivos se pueden volver a importar.`,
            other: `${rows(number)} de ${days(dayCount)}, ${range}, se quitarán de las estadísticas. Lo que Footfall recopiló por su cuenta se conserva. Los mismos archivos se pueden volver a importar.`,
          }),
      },
      failures: {
        IMPORT_RUNNING:
          "Otra importación de este sitio está en curso, o se está comprobando o deshaciendo. Espera a que termine y vuelve a intentarlo.",
        BODY_TOO_LARGE:
          "Los archivos superan el tamaño que acepta el servidor. El límite es su ajuste IMPORT_BYTES_MAX.",
        UNSUPPORTED_MEDIA_TYPE:
          "El servidor no aceptó los archivos. Quizá un proxy cambió la solicitud.",
        NOT_FOUND: "Esta importación ya no existe.",
        BROKEN_OFF:
          "El envío se interrumpió. Quizá el servidor no esté disponible, o los archivos sean demasiado grandes, o hayan cambiado.",
      },
      export: {
        title: "Exportación",
        hint: (domain) => `Descarga todos los eventos de ${domain} con todos los campos guardados.`,
        from: "Desde",
        to: "Hasta",
        format: "Formato",
        formats: {
          ndjson: "NDJSON, se puede reimportar",
          csv: "CSV",
          parquet: "Parquet",
        },
        downloading: "Descargando.",
        downloaded: "Descargado.",
        download: "Descargar",
      },
    },
    notifications: {
      send: "Enviar una prueba",
      sendNamed: (name) => `Enviar una prueba: ${name}`,
      sending: "Enviando…",
      sent: (to) => `${to}: enviado.`,
      notSent: (to, problem) => `${to}: no enviado. El motivo: ${problem}`,
      toMe: "A ti",
      changeNamed: (name) => `Editar ${name}`,
      deleteTitle: (name) => `¿Eliminar ${name}?`,
      name: "Nombre",
      off: "En pausa",
      mayNotWrite: "Puedes ver este sitio, pero no cambiarlo.",
      noMail: {
        title: "No hay ningún servidor de correo configurado",
        text: "Hasta que haya uno, nadie recibe correos. Quien administra este servidor define SMTP_URL, REPORT_FROM y BASE_URL, como en el ejemplo de abajo, y reinicia Footfall.",
        example: (origin) =>
          `SMTP_URL=smtps://user:password@mail.example.com REPORT_FROM=footfall@example.com BASE_URL=${origin}`,
        more: "Más información sobre los informes por correo",
        short:
          "Este servidor todavía no puede enviar correos, porque no hay ningún servidor de correo configurado.",
      },
      recipients: {
        title: "A quién se avisa",
        me: (email) => `Yo, ${email}`,
        person: (name, email) => (name === "" ? email : `${name}, ${email}`),
        unknownPerson: (id) => `persona ${id}`,
        webhook: (name) => `Webhook ${name}`,
        unknownWebhook: (id) => `webhook ${id}`,
        addresses: "Direcciones de correo",
        moreAddresses: "Otras direcciones de correo",
        addressesHint: "Una por línea.",
        none: "Elige a alguien o escribe una dirección.",
        wrong: (name, error) => `${name}: ${error}`,
      },
      reports: {
        title: "Informes por correo",
        hint: "Un correo con los visitantes, las páginas, las fuentes y los objetivos del periodo anterior, y cómo han cambiado.",
        periods: { day: "Cada día", week: "Cada semana", month: "Cada mes" },
        periodsTitle: "Frecuencia",
        sendAt: "Hora",
        sendAtHint: (zone) => `En la zona horaria del sitio, ${zone}.`,
        addressesOrDefault: (number) =>
          plural(number, {
            one: "Una por línea. Si se deja vacío, los informes van a la dirección de REPORT_TO, en el servidor.",
            other: `Una por línea. Si se deja vacío, los informes van a las ${count(number)} direcciones de REPORT_TO, en el servidor.`,
          }),
        off: "Nadie recibe informes, porque no se ha elegido ninguno.",
        plan: (to, when, time) =>
          `Se envía un correo ${timesText(when)} a ${clock(time)}. Destinatarios: ${list(to, "and")}.`,
        defaults: (number) =>
          plural(number, {
            one: "la dirección de REPORT_TO",
            other: `las ${count(number)} direcciones de REPORT_TO`,
          }),
        nobody: "Escribe al menos una dirección.",
        last: {
          none: "No se ha enviado ningún informe en los últimos 60 días.",
          sent: (time) => `El último informe se envió el ${time}.`,
          failed: (time, problem) =>
            `El último informe no se pudo enviar el ${time}. El motivo: ${problem}`,
        },
      },
      mine: {
        title: "Informes por correo de todos los sitios",
        hint: "Un solo correo para ti con los visitantes y las páginas vistas de todos los sitios que ves, 200 como máximo.",
        timezone: "Zona horaria",
        off: "No recibes correos de este tipo, porque no se ha elegido ninguna frecuencia.",
        plan: (email, when, time, zone) =>
          `Se envía un correo a ${email} ${timesText(when)} a ${clock(time)}, en la zona horaria ${zone}.`,
      },
      alerts: {
        title: "Alertas",
        hint: "Un mensaje cuando ocurre algo inusual, y otro cuando ha pasado.",
        none: "Todavía no hay alertas.",
        add: "Añadir una alerta",
        addAction: "Añadir alerta",
        added: "La alerta está en marcha. Envía una prueba para ver si llega.",
        deleteHint: "Ya no avisará a nadie.",
        firingSince: (time) => `Disparada desde el ${time}`,
        firing: "Disparada",
        quietSince: (time) => `En calma desde el ${time}.`,
        quiet: "En calma: todavía no se ha disparado nunca.",
        isOff: "Está en pausa.",
        last: {
          sent: (time) => `El último mensaje se envió el ${time}.`,
          failed: (time, problem) =>
            `El último mensaje no llegó a todos el ${time}. El motivo: ${problem}`,
        },
        when: "Avisarme cuando",
        kinds: {
          silence: {
            option: "no llegue nada",
            name: "No llega nada",
            hint: "Quizá el sitio esté caído o falte su código de seguimiento. Si por la noche no viene nadie, elige horas abajo.",
          },
          usualAbove: {
            option: "haya más de lo habitual",
            name: "Más de lo habitual",
            hint: "En comparación con la mediana de las mismas horas de este día de la semana en las últimas cuatro semanas. Hacen falta datos de dos semanas.",
          },
          usualBelow: {
            option: "haya menos de lo habitual",
            name: "Menos de lo habitual",
            hint: "En comparación con la mediana de las mismas horas de este día de la semana en las últimas cuatro semanas. Hacen falta datos de dos semanas.",
          },
          above: {
            option: "haya más de un número dado",
            name: "Más de un número dado",
            hint: "",
          },
          below: {
            option: "haya menos de un número dado",
            name: "Menos de un número dado",
            hint: "",
          },
          goal: {
            option: "se alcance un objetivo",
            name: "Se alcanza un objetivo",
            hint: "",
          },
          other: { option: "como hasta ahora", name: "Alerta", hint: "" },
        },
        names: {
          usualAbove: (noun) => `Más ${noun} de lo habitual`,
          usualBelow: (noun) => `Menos ${noun} de lo habitual`,
          above: (noun, number) => `Más de ${number} ${noun}`,
          below: (noun, number) => `Menos de ${number} ${noun}`,
          goal: (goal) => `Se alcanza el objetivo ${goal}`,
        },
        measure: "Métrica",
        measures: {
          visitors: "Visitantes",
          pageviews: "Páginas vistas",
          events: "Eventos personalizados",
        },
        measureOfGoal: (goal) => `Objetivo ${goal}`,
        nouns: {
          visitors: (number) => plural(number, { one: "visitante", other: "visitantes" }),
          pageviews: (number) => plural(number, { one: "página vista", other: "páginas vistas" }),
          events: (number) =>
            plural(number, { one: "evento personalizado", other: "eventos personalizados" }),
        },
        nounOfGoal: (goal, number) =>
          plural(number, {
            one: `conversión del objetivo ${goal}`,
            other: `conversiones del objetivo ${goal}`,
          }),
        unknownGoal: (id) => `número ${id} (eliminado)`,
        goal: "Objetivo",
        silentFor: "Durante",
        window: "En un plazo de",
        minutes: minutesText,
        more: "Más de",
        fewer: "Menos de",
        least: "Cuántas veces como mínimo",
        timesAbove: "Más de",
        timesBelow: "Menos del",
        times: (factor) => `${decimal(factor)} veces lo habitual`,
        share: (share) => `${percent(share)} de lo habitual`,
        someHours: "Solo a ciertas horas del día",
        from: "Desde",
        until: "Hasta",
        pause: "Como máximo una vez cada",
        isOn: "La alerta está en marcha",
        does: {
          silence: (minutes) =>
            `Envía un mensaje cuando no llega nada durante ${minutesText(minutes)}.`,
          usualAbove: (noun, factor, minutes) =>
            `Envía un mensaje cuando hay más de ${decimal(factor)} veces el número habitual de ${noun} en ${minutesText(minutes)}.`,
          usualBelow: (noun, share, minutes) =>
            `Envía un mensaje cuando hay menos del ${percent(share)} del número habitual de ${noun} en ${minutesText(minutes)}.`,
          above: (noun, number, minutes) =>
            `Envía un mensaje cuando hay más de ${number} ${noun} en ${minutesText(minutes)}.`,
          below: (noun, number, minutes) =>
            `Envía un mensaje cuando hay menos de ${number} ${noun} en ${minutesText(minutes)}.`,
          goal: (goal, number, minutes) =>
            plural(number, {
              one: `Envía un mensaje cuando el objetivo ${goal} se alcanza en ${minutesText(minutes)}.`,
              other: `Envía un mensaje cuando el objetivo ${goal} se alcanza ${count(number)} veces en ${minutesText(minutes)}.`,
            }),
          other: "Envía un mensaje según una regla que ha fijado un programa.",
        },
        hours: (from, until, zone) =>
          `Solo vigila entre ${clock(from)} y ${clock(until)}, en la zona horaria ${zone}.`,
        goesTo: (to) => `Destinatarios: ${list(to, "and")}.`,
        over: (minutes) =>
          `Avisa como máximo una vez cada ${minutesText(minutes)}, y de nuevo cuando ha pasado.`,
      },
      webhooks: {
        title: "Webhooks",
        hint: "Un webhook es una dirección a la que llama Footfall: un canal de Slack o Discord, o un programa tuyo. Sirve para todos los sitios.",
        none: "Todavía no hay webhooks.",
        add: "Añadir un webhook",
        addAction: "Añadir webhook",
        added: "El webhook está en marcha. Envía una prueba para ver si llega.",
        deleteHint: "Footfall ya no lo llamará. Las alertas que lo nombran lo omitirán.",
        url: "Dirección",
        urlHint:
          "Empieza por https://. Slack y Discord la muestran donde se añade un webhook entrante.",
        format: "Formato",
        formats: { json: "JSON, para un programa", slack: "Slack", discord: "Discord" },
        events: "Qué recibe de todos los sitios",
        eventsHint: "Cada alerta elige sus propios webhooks.",
        eventNames: {
          report: "Los informes programados",
          import: "Las importaciones que terminan",
          goal: "Los objetivos que se alcanzan",
        },
        gets: {
          report: "informes",
          import: "importaciones terminadas",
          goal: "objetivos alcanzados",
        },
        getsList: (form, gets) =>
          gets.length === 0
            ? `${form}. Recibe las alertas que lo nombran.`
            : `${form}. Recibe las alertas que lo nombran y, de todos los sitios, ${list(gets, "and")}.`,
        secret: "Secreto (opcional)",
        secretHint:
          "Con él se firman las solicitudes, para que el programa sepa que vienen de aquí. No se vuelve a mostrar nunca.",
        secretKeep: "Ya hay uno. Déjalo vacío para conservarlo.",
        secretRemove: "Quitar el secreto",
        isOn: "El webhook está en marcha",
        failed: (time) => `En pausa desde el ${time}, tras una semana de fallos.`,
        last: {
          none: "No ha recibido ninguna llamada en los últimos 60 días.",
          sent: (time) => `La última llamada llegó el ${time}.`,
          failed: (time, problem) => `La última llamada falló el ${time}. El motivo: ${problem}`,
        },
      },
    },
    problems: {
      files: {
        packed:
          "El archivo está comprimido con bzip2, xz o zstd. Descomprímelo, o comprímelo con gzip.",
        classic_balancer:
          "Es el registro de un Classic Load Balancer. Importa los registros de los servidores que hay detrás.",
        s3: "Es el registro de un bucket de S3. Importa los registros de la CDN que hay delante.",
        iso_times: "Las horas están en ISO 8601. Registra $time_local con nginx, o %t con Apache.",
        matomo_report:
          "Es un informe de Matomo. Importa lo que Live.getLastVisitsDetails devuelve como JSON.",
        swetrix:
          "Es una exportación de Swetrix, que no tiene días. Importa los registros de acceso del servidor.",
        rybbit:
          "Las exportaciones de Rybbit no se pueden leer. Importa los registros de acceso del servidor.",
        posthog: ({ path }) => `Son eventos de PostHog. Envíalos a POST ${path}.`,
        cloudflare_analytics:
          "Es una respuesta de Cloudflare Web Analytics. Importa http_requests de Logpush.",
        no_format: ({ formats }) =>
          `Las primeras líneas no tienen ninguno de estos formatos: ${formats}.`,
        lines_broken: ({ broken, lines }) => `${broken} de ${lines} líneas están dañadas.`,
        cloudflare_fields: ({ fields }) =>
          `Falta en las líneas: ${fields}. Añádelo a los campos de la tarea de Logpush.`,
        w3c_no_fields: "El archivo no empieza por #Fields.",
        w3c_fields: ({ fields }) =>
          `Falta en #Fields: ${fields}. Añádelo a los campos que registra el servidor.`,
        haproxy_captures:
          "Las cabeceras capturadas no empiezan por User-Agent. Captura las cabeceras de petición User-Agent, Referer y Host, en este orden.",
        agents_combined:
          "Faltan los User-Agent. El servidor debe registrar en el formato “combined”, que los tiene.",
        agents_caddy:
          "Faltan los User-Agent. Ningún filtro de la directiva “log” debe eliminar request>headers>User-Agent.",
        agents_traefik:
          "Faltan los User-Agent. Pon accessLog.fields.headers.names.User-Agent en “keep”.",
        agents_w3c:
          "Faltan los User-Agent. Añade cs(User-Agent) a los campos que registra el servidor.",
        agents_alb:
          "Faltan los User-Agent. Los balanceadores siempre los registran, así que las líneas se han modificado.",
        agents_cloudflare:
          "Faltan los User-Agent. Añade ClientRequestUserAgent a los campos de la tarea de Logpush.",
        agents_nginx:
          'Faltan los User-Agent. Añade "http_user_agent":"$http_user_agent" a log_format.',
        agents_haproxy:
          "Faltan los User-Agent. Captura las cabeceras de petición User-Agent, Referer y Host, en este orden.",
        permission: "Footfall no tiene permiso para leerlo.",
        directory: "Es un directorio.",
        empty_directory: "No contiene ningún archivo.",
        no_file: "Ese archivo no existe.",
        gzip_cut: "Los datos gzip acaban demasiado pronto.",
        gzip_corrupt: "Los datos gzip están dañados.",
      },
      imports: {
        log_refused: named,
        log_unreadable: named,
        log_system: ({ file, text }) => `${file} no se puede leer: ${text}`,
        file_stopped: ({ file, why }) => `${file}: ${why} No se importó nada.`,
        file: named,
        gzip_broken: ({ file }) => `Los datos gzip de ${file} están dañados.`,
        no_zip: ({ file }) => `${file} no es un archivo ZIP.`,
        zip_broken: ({ file }) => `El archivo ZIP ${file} está dañado o incompleto.`,
        entry_forbidden: ({ entry, file }) => `El nombre “${entry}” en ${file} no está permitido.`,
        entry_encrypted: ({ entry, file }) => `“${entry}” en ${file} está cifrado.`,
        entry_method: ({ entry, file }) =>
          `“${entry}” en ${file} no está comprimido con “store” ni con “deflate”.`,
        entry_twice: ({ entry, file }) => `“${entry}” está dos veces en ${file}.`,
        entry_broken: ({ entry, file }) =>
          `Los datos de “${entry}” en ${file} están dañados o incompletos.`,
        entry_other: ({ entry, file }) =>
          `El contenido de “${entry}” no es el que indica el directorio de ${file}.`,
        zip_encrypted: ({ file }) => `${file} está cifrado.`,
        zip_entries: ({ file, max }) => `${file} contiene más de ${max} archivos.`,
        zip_entry_bytes: ({ file, max }) => `Un archivo de ${file} ocupa más de ${max} bytes.`,
        zip_bytes: ({ file, max }) => `${file} ocupa más de ${max} bytes al descomprimirlo.`,
        zip_name: ({ file }) => `Un nombre o un comentario en ${file} es demasiado largo.`,
        zip_overlap: ({ file }) => `Hay archivos en ${file} que se solapan.`,
        zip_empty: ({ file }) => `${file} no contiene archivos.`,
        half_broken: ({ file }) => `Más de la mitad de las filas de ${file} están dañadas.`,
        rows_broken: ({ broken, rows, file }) =>
          `${broken} de ${rows} filas de ${file} están dañadas. No se importó nada.`,
        other_days: ({ file, day }) =>
          `La mayoría de las filas de ${file} son de días que imported_visitors no tiene, por ejemplo, ${day}.`,
        columns: ({ file, columns }) => `Faltan columnas en ${file}: ${columns}.`,
        same_table: ({ file, other }) => `${file} y ${other} son la misma tabla.`,
        tables: ({ file, max }) => `${file} contiene más de ${max} tablas.`,
        json_list: ({ file }) => `${file} no es una lista en JSON.`,
        json_end: ({ file }) => `${file} acaba en medio de su lista.`,
        plausible_visitors: "Falta la tabla imported_visitors.",
        umami_events: "Falta website_event.csv.",
        umami_totals: ({ file }) =>
          `${file} es de la exportación de totales de Umami, que no tiene fechas. Importa la exportación de datos, que contiene website_event.csv.`,
        umami_website: ({ websites }) =>
          `Los archivos contienen varios sitios. Escribe el identificador de uno de ellos: ${websites}.`,
        umami_other_website: ({ websites }) =>
          `Los archivos no contienen este sitio. Contienen: ${websites}.`,
        goatcounter: "Ningún archivo tiene la columna 2Path de GoatCounter.",
        goatcounter_version: ({ file, version }) =>
          `${file} es una exportación de GoatCounter de la versión ${version}. Solo se puede importar la versión 2.`,
        simple_analytics: "Ningún archivo tiene las columnas added_iso y path de Simple Analytics.",
        matomo_error: ({ file }) => `${file} es un mensaje de error de Matomo.`,
        matomo: ({ file }) => `${file} no es una lista de visitas de Matomo.`,
        footfall: ({ file }) => `${file} no es una exportación de Footfall en NDJSON.`,
        ga4_list: ({ file }) => `${file} es una lista. Exporta NDJSON, con un evento por línea.`,
        ga4: ({ file }) => `${file} no contiene eventos de Google Analytics 4 en NDJSON.`,
        ga4_days:
          "Ninguna tabla tiene los números de los días. Exporta la fecha con usuarios activos, sesiones y vistas, en inglés.",
        fathom_days:
          "Ninguna tabla tiene los números de los días. Añade Site.csv, o una exportación sin desglose.",
        option: "Los archivos de este producto no necesitan identificador de sitio.",
        report_too_large: "El informe de la importación se ha hecho demasiado grande.",
        files_gone: "Los archivos de la importación ya no están.",
        stopped:
          "La importación se detuvo de forma inesperada. El motivo está en el registro del servidor.",
        cut_off: "El comando se interrumpió antes de que acabara la importación.",
        cut_off_again:
          "El comando se interrumpió antes de que acabara la importación. Ejecútalo otra vez para continuar.",
        interrupted: "El comando se interrumpió.",
        interrupted_again: "El comando se interrumpió. Ejecútalo otra vez para continuar.",
      },
      deliveries: {
        redirect: ({ status }) =>
          `El destinatario respondió ${status}, y Footfall no sigue redirecciones.`,
        answer: ({ status }) => `El destinatario respondió ${status}.`,
        no_answer: ({ seconds }) => `No hubo respuesta en ${seconds} segundos.`,
        private_address: ({ host }) =>
          `${host} es una dirección privada. WEBHOOK_PRIVATE_ADDRESSES=1 la permitiría.`,
        closed: "La conexión se cerró.",
        recipient_refused: "El servidor de correo rechazó al destinatario.",
        no_mail_server:
          "Este servidor todavía no puede enviar correos, porque no hay ningún servidor de correo configurado.",
        not_called: "No se ha podido llamar al webhook. Los propietarios ven el motivo.",
        not_mailed: "No se ha podido enviar el correo. Los propietarios ven el motivo.",
        no_webhook: "Este webhook ya no existe.",
        no_person: "Esta persona ya no existe, o está bloqueada.",
        may_not_see: "Esta persona no puede ver el sitio.",
        unknown: "Se desconoce el motivo.",
      },
    },
  };
};
