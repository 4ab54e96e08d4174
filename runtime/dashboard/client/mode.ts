// Runs before the first paint: the mode that was chosen here, or else the system's.
try {
  const mode = localStorage.getItem('docent-dashboard-mode');
  if (mode) document.documentElement.dataset.mode = mode;
} catch {
  // Storage is blocked: the system's mode it is.
}
