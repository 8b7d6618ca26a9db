import { methodInput } from '#machines/portal/login-parameters.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const emergency = methodScreen('emergency', {
  description: 'The temporary code of an administrator.',
  entry: ['dropOtherPending', 'enterEmergency'],
  exit: 'leaveEmergency',
  running: { description: 'The emergency-code screen is shown.' },
  input: ({ context }) => methodInput(context, TYPE_CODES.emergency, { hasBoxes: false }),
});
