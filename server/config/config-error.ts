/** The configuration cannot be used. Each of `problems` names a setting and describes the problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(source: string, problems: readonly string[]) {
    super(`${source} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
