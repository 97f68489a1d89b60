/** The compiled module as the text of a TypeScript file. */
export declare const compile: () => Promise<string>
