"""
A speech server for Orca that has no voice: it tells a test what would be said, as one line of
JSON for each utterance, on the file descriptor that the test opened for it.
"""
import json
import os
import time

from orca import speechserver

_test = os.fdopen(int(os.environ["SPEECH_FD"]), "w", buffering=1)


def _tell(kind, text=""):
    line = {"kind": kind, "text": text, "time": time.time() * 1000}
    _test.write(json.dumps(line) + "\n")


class SpeechServer(speechserver.SpeechServer):
    _server = None

    @staticmethod
    def getFactoryName():
        return "Recorded speech"

    @staticmethod
    def getSpeechServers():
        return [SpeechServer.getSpeechServer()]

    @staticmethod
    def getSpeechServer(info=None):
        SpeechServer._server = SpeechServer._server or SpeechServer()
        return SpeechServer._server

    @staticmethod
    def shutdownActiveServers():
        SpeechServer._server = None

    def getInfo(self):
        return ["Recorded speech", "recorded"]

    def getVoiceFamilies(self):
        return []

    def speak(self, text=None, acss=None, interrupt=True):
        if text:
            _tell("speak", text)

    def speakCharacter(self, character, acss=None):
        _tell("speak", character)

    def speakKeyEvent(self, event, acss=None):
        _tell("speak", event.getKeyName())

    def sayAll(self, utteranceIterator, progressCallback):
        for context, _acss in utteranceIterator:
            _tell("speak", context.utterance)
            progressCallback(context, speechserver.SayAllContext.COMPLETED)

    def stop(self):
        _tell("stop")
