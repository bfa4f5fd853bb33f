"""Orca's settings for the tests: speech goes to the test; braille, sounds and key echo are off."""
from orca import settings

settings.speechServerFactory = "recorded_speech"
settings.speechFactoryModules = ["recorded_speech"]
settings.enableBraille = False
settings.enableSound = False
settings.enableKeyEcho = False
settings.enableMouseReview = False
# A test reads what it wants to hear: it does not wait for a whole page to be read out.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
