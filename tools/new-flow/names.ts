/** The name of a flow in the four forms in which the sources use it. */
export type FlowNames = {
  /** For example `self-auth`: the name of the folder, state, actor and machine (rule 172). */
  readonly kebab: string;
  /** For example `selfAuth`. */
  readonly camel: string;
  /** For example `SelfAuth`. */
  readonly pascal: string;
  /** For example `self.auth`: the first part of the names of events. */
  readonly dotted: string;
};

/**
 * Derives all forms of a name.
 * @throws {Error} when the name does not consist of lower-case words with hyphens between them
 */
export function namesOf(kebab: string): FlowNames {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab)) {
    throw new Error(`"${kebab}" is not a flow name: use lower-case words joined by hyphens`);
  }
  const pascal = kebab.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kebab, camel, pascal, dotted: kebab.replaceAll('-', '.') };
}
