INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, visits, bounces, visit_ms, rollup_id)
SETTINGS max_threads = 1, max_block_size = 1024, temporary_files_buffer_size = 65536
SELECT
    website_id,
    entry.1 AS dimension,
    date,
    entry.2 AS value,
    sum(entry.3) AS visitors,
    sum(entry.4) AS pageviews,
    sum(entry.5) AS occurrences,
    sum(entry.6) AS amount,
    sum(entry.7) AS visits,
    sum(entry.8) AS bounces,
    sum(entry.9) AS visit_ms,
    any(rollup_id) AS rollup_id
FROM
(
    SELECT
        website_id,
        date,
        rollup_id,
        arrayJoin(arrayPushBack(if(day_activity = 0, [], arrayConcat(arrayMap(x -> ('entry_page', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_entry_page), arrayMap(x -> ('event', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_event), arrayMap(x -> ('exit_page', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_exit_page), arrayMap(x -> ('page', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_page), arrayMap(x -> ('pageview', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_pageview), arrayMap(x -> ('visit', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_visit), arrayMap(x -> ('visitor', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_visitor), arrayMap(x -> ('bounce', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_bounce), arrayMap(x -> ('visit_ms', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_visit_ms), arrayMap(x -> ('engaged_day', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_engaged_day), arrayMap(x -> ('engaged_page', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_engaged_page), arrayMap(x -> ('revenue', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_revenue), arrayMap(x -> ('order', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_order))), ('event_total', '', toUInt64(0), toUInt64(0), toUInt64(day_events), toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)))) AS entry
    FROM
    (
        SELECT
            website_id,
            date,
            rollup_id,
            day_events,
            day_activity,
            day_pageviews,
            day_visit_pages,
            day_custom_events,
            day_pages,
            day_visits,
            day_bounces,
            day_visit_ms,
            day_engagements,
            day_engagement_ms,
            day_scroll_depth,
            day_revenue,
            arrayMap((page, views, bounces, ms, nth) -> (toString(page), toUInt64(nth = 1), toUInt64(views), toUInt64(1), toUInt64(1), toUInt64(bounces), toUInt64(ms)), day_visit_pages.entry_page, day_visit_pages.views, day_visit_pages.bounces, day_visit_pages.ms, arrayEnumerateUniq(day_visit_pages.entry_page)) AS tally_entry_page,
            arrayMap(x -> (toString(x.name), toUInt64(1), toUInt64(0), toUInt64(x.events)), day_custom_events) AS tally_event,
            arrayMap((page, views, bounces, ms, nth) -> (toString(page), toUInt64(nth = 1), toUInt64(views), toUInt64(1), toUInt64(1), toUInt64(bounces), toUInt64(ms)), day_visit_pages.exit_page, day_visit_pages.views, day_visit_pages.bounces, day_visit_pages.ms, arrayEnumerateUniq(day_visit_pages.exit_page)) AS tally_exit_page,
            arrayMap(x -> (toString(x.page), toUInt64(1), toUInt64(x.views), toUInt64(0)), arrayFilter(x -> (x.views > 0), day_pages)) AS tally_page,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_pageview,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(day_visits), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visit,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visitor,
            [('', toUInt64(0), toUInt64(0), toUInt64(day_bounces))] AS tally_bounce,
            [('', toUInt64(0), toUInt64(0), toUInt64(day_visit_ms))] AS tally_visit_ms,
            if(day_engagements = 0, [], [('', toUInt64(1), toUInt64(0), day_engagement_ms, toDecimal128(day_scroll_depth, 3))]) AS tally_engaged_day,
            arrayMap(x -> (toString(x.page), toUInt64(1), toUInt64(0), x.engagement_ms, toDecimal128(x.scroll_depth, 3)), arrayFilter(x -> (x.engagements > 0), day_pages)) AS tally_engaged_page,
            arrayMap(x -> (toString(x.value), toUInt64(1), toUInt64(0), toUInt64(x.events), x.amount), day_revenue) AS tally_revenue,
            arrayMap(x -> (toString(x.value), toUInt64(0), toUInt64(0), toUInt64(x.orders), x.ordered), day_revenue) AS tally_order
        FROM visitor_days
        WHERE (date >= '2026-11-01') AND (date <= '2026-11-01') AND ((website_id, date) IN (
            SELECT arrayJoin(arrayZip([7], ['2026-11-01']))
        )) AND (rollup_id IN ['01900000-0000-7000-8000-000000000001'])
    )
)
GROUP BY
    website_id,
    date,
    dimension,
    value
UNION ALL
SELECT
    website_id,
    ['browser', 'browser_version', 'campaign', 'channel', 'city', '… 16 more'][entry.1] AS dimension,
    date,
    entry.2 AS value,
    count() AS visitors,
    sum(day_pageviews) AS pageviews,
    toUInt64(0) AS occurrences,
    toDecimal128(0, 3) AS amount,
    sum(day_visits) AS visits,
    sum(day_bounces) AS bounces,
    sum(day_visit_ms) AS visit_ms,
    any(rollup_id) AS rollup_id
FROM
(
    SELECT
        website_id,
        date,
        rollup_id,
        day_pageviews,
        day_visits,
        day_bounces,
        day_visit_ms,
        arrayJoin(arrayConcat(arrayMap(x -> (1, toString(x)), day_browser), arrayMap(x -> (2, toString(x)), day_browser_version), arrayMap(x -> (3, toString(x)), day_campaign), arrayMap(x -> (4, toString(x)), day_channel), arrayMap(x -> (5, toString(x)), day_city), arrayMap(x -> (6, toString(x)), day_continent), arrayMap(x -> (7, toString(x)), day_country), arrayMap(x -> (8, toString(x)), day_device), arrayMap(x -> (9, toString(x)), day_hostname), arrayMap(x -> (10, toString(x)), day_language), arrayMap(x -> (11, toString(x)), day_mark), arrayMap(x -> (12, toString(x)), day_operating_system), arrayMap(x -> (13, toString(x)), day_operating_system_version), arrayMap(x -> (14, toString(x)), day_referrer), arrayMap(x -> (15, toString(x)), day_region), arrayMap(x -> (16, toString(x)), day_screen_resolution), arrayMap(x -> (17, toString(x)), day_source), arrayMap(x -> (18, toString(x)), day_utm_content), arrayMap(x -> (19, toString(x)), day_utm_medium), arrayMap(x -> (20, toString(x)), day_utm_source), arrayMap(x -> (21, toString(x)), day_utm_term))) AS entry
    FROM visitor_days
    WHERE (date >= '2026-11-01') AND (date <= '2026-11-01') AND ((website_id, date) IN (
        SELECT arrayJoin(arrayZip([7], ['2026-11-01']))
    )) AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (day_activity > 0)
)
GROUP BY
    website_id,
    date,
    entry.1,
    entry.2
SETTINGS max_threads = 1, max_block_size = 1024, temporary_files_buffer_size = 65536
