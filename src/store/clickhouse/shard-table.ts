/** The table that holds the parts, where a statement is about those: on a cluster the one on each shard. */
export const shardTable = (table: string, cluster: string | undefined): string =>
  cluster === undefined ? table : `${table}_local ON CLUSTER '${cluster}'`
