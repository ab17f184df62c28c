// Some libraries ask for the process of the program that bundles them.
globalThis.process ??= { env: { NODE_ENV: 'production' } };
