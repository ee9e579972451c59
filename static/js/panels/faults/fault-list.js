/** When the pods of a deleted Node object are removed, as arguments of a message. */
export function podsRemoved(rules) {
  const [from, until] = rules.podsOfDeletedNodeSeconds;
  return { from, until };
}
