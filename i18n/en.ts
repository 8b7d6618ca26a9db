import texts from './en.json' with { type: 'json' };
import errors from './errors.en.json' with { type: 'json' };

export default { ...texts, ...errors };
