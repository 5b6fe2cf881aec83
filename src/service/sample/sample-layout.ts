/**
 * Number of the layout of a sample tenant's tables, kept beside the tenant: data of another number is generated again when the
 * service starts. Raise it with every change after which the tables of an earlier version no longer serve or no longer say the
 * same: a column that comes, goes or changes its type, another list of members, other statements that fill them. What reads
 * the tables may then rely on the new ones alone. Nothing of users is lost by it: a tenant's file holds the sample alone, and
 * the service opens it read-only.
 */
export const sampleLayout = 1;
