INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, visits, bounces, visit_ms, rollup_id)
SETTINGS max_threads = 1, max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000
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
        arrayJoin(arrayPushBack(if(day_activity = 0, [], arrayConcat(arrayMap(x -> ('browser', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_browser), arrayMap(x -> ('browser_version', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_browser_version), arrayMap(x -> ('campaign', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_campaign), arrayMap(x -> ('channel', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_channel), arrayMap(x -> ('city', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_city), arrayMap(x -> ('continent', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_continent), arrayMap(x -> ('country', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_country), arrayMap(x -> ('device', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_device), arrayMap(x -> ('entry_page', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_entry_page), arrayMap(x -> ('event', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_event), arrayMap(x -> ('exit_page', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_exit_page), arrayMap(x -> ('hostname', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_hostname), arrayMap(x -> ('language', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_language), arrayMap(x -> ('operating_system', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_operating_system), arrayMap(x -> ('operating_system_version', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_operating_system_version), arrayMap(x -> ('page', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_page), arrayMap(x -> ('pageview', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_pageview), arrayMap(x -> ('referrer', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_referrer), arrayMap(x -> ('region', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_region), arrayMap(x -> ('screen_resolution', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_screen_resolution), arrayMap(x -> ('source', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_source), arrayMap(x -> ('utm_content', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_content), arrayMap(x -> ('utm_medium', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_medium), arrayMap(x -> ('utm_source', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_source), arrayMap(x -> ('utm_term', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_term), arrayMap(x -> ('visit', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_visit), arrayMap(x -> ('visitor', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_visitor), arrayMap(x -> ('bounce', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_bounce), arrayMap(x -> ('visit_ms', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_visit_ms), arrayMap(x -> ('engaged_day', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_engaged_day), arrayMap(x -> ('engaged_page', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_engaged_page), arrayMap(x -> ('revenue', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_revenue), arrayMap(x -> ('order', x.1, x.2, x.3, x.4, x.5, toUInt64(0), toUInt64(0), toUInt64(0)), tally_order))), ('event_total', '', toUInt64(0), toUInt64(0), toUInt64(day_events), toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)))) AS entry
    FROM
    (
        SELECT
            website_id,
            date,
            rollup_id,
            day_events,
            day_activity,
            day_pageviews,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_browser) AS tally_browser,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_browser_version) AS tally_browser_version,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_campaign) AS tally_campaign,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_channel) AS tally_channel,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_city) AS tally_city,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_continent) AS tally_continent,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_country) AS tally_country,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_device) AS tally_device,
            arrayMap((page, views, bounces, ms, nth) -> (toString(page), toUInt64(nth = 1), toUInt64(views), toUInt64(1), toUInt64(1), toUInt64(bounces), toUInt64(ms)), day_visit_pages.entry_page, day_visit_pages.views, day_visit_pages.bounces, day_visit_pages.ms, arrayEnumerateUniq(day_visit_pages.entry_page)) AS tally_entry_page,
            arrayMap(x -> (toString(x.name), toUInt64(1), toUInt64(0), toUInt64(x.events)), day_custom_events) AS tally_event,
            arrayMap((page, views, bounces, ms, nth) -> (toString(page), toUInt64(nth = 1), toUInt64(views), toUInt64(1), toUInt64(1), toUInt64(bounces), toUInt64(ms)), day_visit_pages.exit_page, day_visit_pages.views, day_visit_pages.bounces, day_visit_pages.ms, arrayEnumerateUniq(day_visit_pages.exit_page)) AS tally_exit_page,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_hostname) AS tally_hostname,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_language) AS tally_language,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_operating_system) AS tally_operating_system,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_operating_system_version) AS tally_operating_system_version,
            arrayMap(x -> (toString(x.page), toUInt64(1), toUInt64(x.views), toUInt64(0)), arrayFilter(x -> (x.views > 0), day_pages)) AS tally_page,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_pageview,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_referrer) AS tally_referrer,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_region) AS tally_region,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_screen_resolution) AS tally_screen_resolution,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_source) AS tally_source,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_content) AS tally_utm_content,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_medium) AS tally_utm_medium,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_source) AS tally_utm_source,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_term) AS tally_utm_term,
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
SETTINGS max_threads = 1, max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000
