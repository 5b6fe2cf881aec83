/**
 * Version of the layout of sample tables, stored with each sample tenant: when the service starts, it generates data of
 * another version again. Increment it with every change that makes tables of an earlier version unusable or different:
 * a column that is added, removed or changes its type, a changed member list, changed statements. Code that reads the
 * tables can then rely on the new ones alone. Users lose nothing, because a tenant's file contains the sample only and
 * is opened read-only.
 */
export const sampleLayout = 1;
