/** Runs in the page to which the bank leads back, inside the card frame: it says that the bank has finished. */
window.parent.postMessage({ from: 'card-return' }, window.location.origin)
