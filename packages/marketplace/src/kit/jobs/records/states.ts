/** What jobs of many records, and their records, pass through. */

/** The states of a job, in the order in which it passes them. */
export const JOB_STATUSES = ['queued', 'running', 'done', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** What can become of a record of a job. */
export const JOB_OUTCOMES = ['waiting', 'done', 'unchanged', 'refused'] as const
export type JobOutcome = (typeof JOB_OUTCOMES)[number]

/** The most records of a job. */
export const MAX_JOB_RECORDS = 10_000
