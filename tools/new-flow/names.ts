/**
 * The forms of a flow's name, which is written in lower case with hyphens (decision 172) for folder, state, actor and
 * machine.
 */
export type FlowNames = {
  /** `self-auth` */
  readonly kebab: string;
  /** `selfAuth` */
  readonly camel: string;
  /** `SelfAuth` */
  readonly pascal: string;
  /** `self.auth`, as events begin */
  readonly dotted: string;
};

/** @throws {Error} when the name is no flow name */
export function namesOf(kebab: string): FlowNames {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab)) {
    throw new Error(`"${kebab}" is no name of a flow: words of lower case, joined by hyphens, are`);
  }
  const pascal = kebab.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kebab, camel, pascal, dotted: kebab.replaceAll('-', '.') };
}
