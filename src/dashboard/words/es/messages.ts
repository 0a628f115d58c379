import type { Tools } from "../../../base/sentence-tools.ts";
import type { MessageTables } from "../tables.ts";

/** Returns a time with its article: "la 1:05", "las 13:05". */
const clock = (time: string) => `${/^0?1\D/.test(time) ? "la" : "las"} ${time}`;

/** Spanish: wrong fields, imports and notifications. */
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

  return {
    "field-errors": {
      required: "Este campo es obligatorio.",
      required_password: "Elige una contraseña, porque sin ella nadie puede ver las estadísticas.",
      text: "Escribe un texto.",
      text_length: ({ min, max }) => `Usa entre ${min} y ${max} caracteres.`,
      text_max: ({ max }) => `Usa ${max} caracteres como máximo.`,
      characters_max: ({ max }) => `Usa ${max} caracteres como máximo.`,
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
          ndjson: "NDJSON, que Footfall puede volver a importar",
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
  };
};
