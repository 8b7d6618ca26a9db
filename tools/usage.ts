/** Ends a command with an error message instead of a stack trace. */
export function endWith(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/**
 * What a command was given. For `--help`, and for what it does not know, it says how it is used and ends.
 * @param read throws for options that the command does not have
 */
export function given<Values>(usage: string, read: () => Values): Values {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    return endWith(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
