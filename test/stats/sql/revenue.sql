SELECT
    listed.value AS value,
    listed.currency AS currency,
    listed.amount AS amount,
    listed.orders AS orders,
    listed.refunds AS refunds,
    listed.visitors AS visitors,
    listed.average_order AS average_order,
    listed.per_visitor AS per_visitor,
    count() OVER () AS total
FROM
(
    SELECT
        *,
        if(orders = 0, NULL, toDecimal128(sign(ordered) * intDiv((toInt128(abs(ordered) * 1000) * 20) + orders, 2 * greatest(orders, 1)), 4) / 10000) AS average_order,
        if(everyone = 0, NULL, toDecimal128(sign(amount) * intDiv((toInt128(abs(amount) * 1000) * 20) + everyone, 2 * greatest(everyone, 1)), 4) / 10000) AS per_visitor
    FROM
    (
        SELECT
            *,
            sum(active) OVER (PARTITION BY value) AS everyone
        FROM
        (
            SELECT
                toString(toMonday(toDateOrZero(toString(entry.date)))) AS value,
                if(entry.dimension = 'visitor', '', entry.value) AS currency,
                sumIf(entry.visitors, entry.dimension = 'visitor') AS active,
                sumIf(entry.visitors, entry.dimension = 'revenue') AS visitors,
                sumIf(entry.occurrences, entry.dimension = 'order') AS orders,
                sumIf(entry.occurrences, entry.dimension = 'revenue') - orders AS refunds,
                sumIf(entry.amount, entry.dimension = 'revenue') AS amount,
                sumIf(entry.amount, entry.dimension = 'order') AS ordered
            FROM
            (
                SELECT
                    date,
                    toString(dimension) AS dimension,
                    value,
                    toInt64(rolled.visitors) AS visitors,
                    toInt64(rolled.occurrences) AS occurrences,
                    rolled.amount AS amount
                FROM rollup_values AS rolled
                WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (rolled.dimension IN ['visitor', 'revenue', 'order'])
                UNION ALL
                SELECT
                    date,
                    toString(dimension) AS dimension,
                    value,
                    toInt64(rolled.visitors) AS visitors,
                    toInt64(rolled.occurrences) AS occurrences,
                    rolled.amount AS amount
                FROM open_day_values AS rolled
                WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (rolled.dimension IN ['visitor', 'revenue', 'order'])
                UNION ALL
                SELECT
                    date,
                    entry.1 AS dimension,
                    entry.2 AS value,
                    sign * toInt64(entry.3) AS visitors,
                    sign * toInt64(entry.5) AS occurrences,
                    sign * (entry.6) AS amount
                FROM
                (
                    SELECT
                        date,
                        sign,
                        arrayJoin(arrayConcat(arrayMap(x -> ('visitor', x.1, x.2, x.3, x.4, toDecimal128(0, 3)), tally_visitor), arrayMap(x -> ('revenue', x.1, x.2, x.3, x.4, x.5), tally_revenue), arrayMap(x -> ('order', x.1, x.2, x.3, x.4, x.5), tally_order))) AS entry
                    FROM
                    (
                        SELECT
                            website_id,
                            date,
                            visitor,
                            sign,
                            sumIf(events, name != 'engagement') AS day_activity,
                            sumIf(events, name = 'pageview') AS day_pageviews,
                            length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
                            arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
                            toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
                            CAST(arrayMap(own -> ((own[1]).2, length(own.3), toDecimal128(arraySum(own.3), 3), arrayCount(amount -> (amount >= 0), own.3), toDecimal128(arraySum(arrayFilter(amount -> (amount >= 0), own.3)), 3)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((0, toString(revenue_currency), revenue_amount), ((name != 'engagement') AND (revenue_currency != '')) AND true)), arrayEnumerateUniq((arraySort(groupArrayIf((0, toString(revenue_currency), revenue_amount), ((name != 'engagement') AND (revenue_currency != '')) AND true))).1, (arraySort(groupArrayIf((0, toString(revenue_currency), revenue_amount), ((name != 'engagement') AND (revenue_currency != '')) AND true))).2))), 'Array(Tuple(value String, events UInt32, amount Decimal(38, 3), orders UInt32, ordered Decimal(38, 3)))') AS day_revenue,
                            [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visitor,
                            arrayMap(x -> (toString(x.value), toUInt64(1), toUInt64(0), toUInt64(x.events), x.amount), day_revenue) AS tally_revenue,
                            arrayMap(x -> (toString(x.value), toUInt64(0), toUInt64(0), toUInt64(x.orders), x.ordered), day_revenue) AS tally_order
                        FROM
                        (
                            SELECT
                                website_id,
                                date,
                                visitor,
                                name,
                                hostname,
                                referrer,
                                utm_source,
                                utm_medium,
                                utm_campaign,
                                utm_term,
                                utm_content,
                                click_id,
                                browser,
                                browser_version,
                                operating_system,
                                operating_system_version,
                                device,
                                screen_resolution,
                                language,
                                continent,
                                country,
                                region,
                                city,
                                marks,
                                time,
                                page,
                                revenue_amount,
                                revenue_currency,
                                engagement_time_ms,
                                scroll_depth,
                                toUInt32(1) AS events,
                                1 AS sign
                            FROM events
                            WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (name != 'engagement')
                            UNION ALL
                            SELECT
                                website_id,
                                date,
                                visitor,
                                name,
                                hostname,
                                referrer,
                                utm_source,
                                utm_medium,
                                utm_campaign,
                                utm_term,
                                utm_content,
                                click_id,
                                browser,
                                browser_version,
                                operating_system,
                                operating_system_version,
                                device,
                                screen_resolution,
                                language,
                                continent,
                                country,
                                region,
                                city,
                                marks,
                                time,
                                page,
                                revenue_amount,
                                revenue_currency,
                                engagement_time_ms,
                                scroll_depth,
                                toUInt32(1) AS events,
                                arrayJoin([1, -1]) AS sign
                            FROM events
                            WHERE (time <= '2026-11-03T11:58:00.000Z') AND (name != 'engagement') AND (website_id = 7) AND (date = '2026-11-03') AND (visitor IN (
                                SELECT visitor
                                FROM events
                                WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (name != 'engagement')
                            ))
                        )
                        GROUP BY
                            website_id,
                            date,
                            visitor,
                            sign
                    )
                    WHERE day_activity > 0
                )
            ) AS entry
            GROUP BY
                value,
                currency
            HAVING (active > 0) OR (visitors > 0)
        )
    )
) AS listed
WHERE (listed.currency != '') AND true
ORDER BY
    listed.value ASC,
    listed.currency ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
