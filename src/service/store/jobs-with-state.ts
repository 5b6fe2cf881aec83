/**
 * The jobs, with the state, end and message of each dispatching job derived from the jobs that it dispatched: it runs
 * while one of them is pending or running. One that was cancelled, or that dispatched none, has the stored state.
 */
export const jobsWithState = `(
  SELECT jobs.* EXCLUDE (state, ended_at, message),
    CASE WHEN NOT is_derived THEN state WHEN open > 0 THEN 'running' WHEN failed > 0 THEN 'failed'
      WHEN cancelled > 0 THEN 'cancelled' ELSE 'succeeded' END AS state,
    CASE WHEN NOT is_derived THEN ended_at WHEN open = 0 THEN last_end END AS ended_at,
    CASE WHEN is_derived AND open = 0 AND failed > 0 THEN
      failed || ' of the jobs that it dispatched ' || if(failed = 1, 'has', 'have') || ' failed.'
      ELSE message END AS message
  FROM (
    SELECT jobs.*, open, failed, cancelled, last_end, open IS NOT NULL AND state <> 'cancelled' AS is_derived
    FROM jobs LEFT JOIN (
      SELECT parent AS dispatcher, count(*) FILTER (state IN ('pending', 'running')) AS open,
        count(*) FILTER (state = 'failed') AS failed, count(*) FILTER (state = 'cancelled') AS cancelled,
        max(ended_at) AS last_end
      FROM jobs WHERE parent IS NOT NULL GROUP BY parent) ON type = 'dispatching' AND dispatcher = id) AS jobs)`;
