/** Ends a command with an error message instead of a stack trace. */
export function exitWithError(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/**
 * The options of a command. Prints the usage and ends the process for `--help`, and for options that it does not have.
 * @param read parses the options; throws for unknown ones
 */
export function readOptions<Values>(usage: string, read: () => Values): Values {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    return exitWithError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
