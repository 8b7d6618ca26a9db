import { onTestFinished, TestRunner } from 'vitest';

/**
 * Gives what is dear to make to one test at a time: to provide machines anew costs more than most tests.
 * @param leave makes it as it was when the test is over
 */
export function castingOf<Cast>(make: () => Cast, leave: (cast: Cast) => void): () => Cast {
  const idle: Cast[] = [];
  return () => {
    const cast = idle.pop() ?? make();
    if (!TestRunner.getCurrentTest()) return cast;
    onTestFinished(() => {
      leave(cast);
      idle.push(cast);
    });
    return cast;
  };
}
