/** The first signal asks for an end in good order, a second one ends at once: nothing stored is lost either way. */
export const endOnSignals = (): { readonly signal: AbortSignal; end(): void; forget(): void } => {
  const controller = new AbortController()
  const hear = (): void => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
  return {
    signal: controller.signal,
    end: () => controller.abort(),
    forget: () => {
      process.off('SIGINT', hear)
      process.off('SIGTERM', hear)
    },
  }
}
