// Runs in the page right after the early film (see early-film.html) and before the application. Lets the film load
// first, and loads the application after its first frame, after a failure, or after a timeout.
{
  const film = document.getElementById('early-film')
  const later = document.getElementById('later')
  const patience = 1500
  // The poster is shown if the film takes longer than this, and only until its first frame.
  const posterAfter = 250
  const hasPicture = HTMLMediaElement.HAVE_CURRENT_DATA
  const showPoster = () => {
    if (film.readyState < hasPicture) film.poster ||= film.dataset.poster
  }
  film.addEventListener('loadeddata', () => film.removeAttribute('poster'))
  let begun = false
  const add = (name, properties) => document.head.appendChild(Object.assign(document.createElement(name), properties))
  const begin = () => {
    if (begun) return
    begun = true
    showPoster()
    const { entry, scripts, styles, texts } = JSON.parse(later.textContent)
    const start = () => add('script', { type: 'module', crossOrigin: 'anonymous', src: entry })
    for (const href of texts) add('link', { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href })
    for (const href of scripts) add('link', { rel: 'modulepreload', crossOrigin: 'anonymous', href })
    // Styles load in order and before the application, which must not be visible without them.
    void Promise.allSettled(
      styles.map(
        (href) =>
          new Promise((resolve) =>
            add('link', { rel: 'stylesheet', crossOrigin: 'anonymous', href, onload: resolve, onerror: resolve }),
          ),
      ),
    ).then(start)
  }
  setTimeout(showPoster, posterAfter)
  if (later) {
    film.addEventListener('error', begin)
    if (film.requestVideoFrameCallback) film.requestVideoFrameCallback(begin)
    else film.addEventListener('loadeddata', begin)
    setTimeout(begin, patience)
  }
}
