/** Prints an error message and ends the process with exit code 2. */
export function exitWithError(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/**
 * Parses the options of a command. For `--help` and for invalid options, it prints the usage and ends the process.
 * @param read parses the options, and throws when they are not valid
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
