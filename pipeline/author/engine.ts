import type { QuickJSWASMModule } from 'quickjs-emscripten-core';

let loaded: QuickJSWASMModule | undefined;

/** Loads the engine of the sandbox: once for each thread, and again after it was thrown away. */
export async function loadEngine(): Promise<void> {
  if (loaded) return;
  // Most pages have no code of their own.
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core');
  const { default: variant } = await import('@jitl/quickjs-ng-wasmfile-release-sync');
  loaded = await newQuickJSWASMModuleFromVariant(variant as never);
}

/** The engine, when it is loaded. */
export function readyEngine(): QuickJSWASMModule | undefined {
  return loaded;
}

/** Code that was stopped in the middle leaves an engine that must not be used again. */
export function dropEngine(): void {
  loaded = undefined;
}
