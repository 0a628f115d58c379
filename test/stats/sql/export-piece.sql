SELECT
    events.date AS date,
    leftPad(lower(hex(sipHash64Keyed(('1', '2'), events.visitor))), 16, '0') AS visitor,
    concat(replaceOne(toString(events.time), ' ', 'T'), 'Z') AS time,
    events.name AS name,
    events.hostname AS hostname,
    events.page AS page,
    events.referrer AS referrer,
    events.utm_source AS utm_source,
    events.utm_medium AS utm_medium,
    events.utm_campaign AS utm_campaign,
    events.utm_term AS utm_term,
    events.utm_content AS utm_content,
    events.click_id AS click_id,
    events.browser AS browser,
    events.browser_version AS browser_version,
    events.operating_system AS operating_system,
    events.operating_system_version AS operating_system_version,
    events.device AS device,
    events.screen_resolution AS screen_resolution,
    events.language AS language,
    events.continent AS continent,
    events.country AS country,
    events.region AS region,
    events.city AS city,
    events.props AS props,
    toString(events.revenue_amount) AS revenue_amount,
    events.revenue_currency AS revenue_currency,
    events.engagement_time_ms AS engagement_time_ms,
    events.scroll_depth AS scroll_depth,
    events.marks AS marks,
    0 AS hidden
FROM events
WHERE (website_id = 7) AND (date >= '2026-11-02') AND (date <= '2026-11-02') AND (events.visitor >= '4611686018427387904') AND (events.visitor <= '9223372036854775807') AND ((events.date, events.visitor) IN (
    SELECT
        date,
        visitor
    FROM
    (
        SELECT
            website_id,
            date,
            visitor,
            count() AS day_events,
            countIf(name != 'engagement') AS day_activity,
            countIf(name = 'pageview') AS day_pageviews,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement')))) AS day_browser,
            day_browser AS tally_filter_browser
        FROM events
        WHERE (website_id = 7) AND (date >= '2026-11-02') AND (date <= '2026-11-02') AND (events.visitor >= '4611686018427387904') AND (events.visitor <= '9223372036854775807')
        GROUP BY
            website_id,
            date,
            visitor
    )
    WHERE (day_activity > 0) AND arrayExists(x -> has(['Chrome'], x), tally_filter_browser)
))
ORDER BY
    events.date ASC,
    events.visitor ASC,
    events.time ASC
SETTINGS optimize_read_in_order = 1, read_in_order_use_buffering = 0, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
