/** The forms of a flow's name. Folder, state, actor and machine have the form with hyphens (rule 172). */
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
    throw new Error(`"${kebab}" is not a flow name: use lower-case words joined by hyphens`);
  }
  const pascal = kebab.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kebab, camel, pascal, dotted: kebab.replaceAll('-', '.') };
}
